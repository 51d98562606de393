import { emailTexts } from '../../content/emails.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText, unsubscribeFooter, webAddress } from '../message/email-text.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

export type StudyEmail = {
  kind: 'link' | 'again'
  locale: Locale
  accountName: string
  link: string
  unsubscribeLink: string | undefined
  /** When the second occasion ends, the time zone in which that is shown, and how long it takes. */
  until?: { at: Date; timezone: string; minutes: number }
}

/** The email with the link to a study, or with the invite to answer again. */
export function renderStudyEmail(email: StudyEmail): { subject: string; html: string; text: string } {
  const { locale, kind } = email
  const texts = emailTexts(locale)
  const { study, invite } = texts
  const words = study[kind]
  const slots = {
    account: sanitizeName(email.accountName, 60) || 'Timbre',
    minutes: String(email.until?.minutes ?? ''),
    date: email.until ? formatDateTime(email.until.at, locale, email.until.timezone) : '',
  }
  const say = (template: string) => interpolate(template, slots)
  const content = {
    language: languageTags[locale],
    subject: say(words.subject),
    preheader: say(words.preheader),
    heading: say(words.heading),
    paragraphs: [say(invite.greetingWithoutName), say(words.what)],
    button: { label: say(words.button), link: webAddress(email.link) },
    notes: [say(study.private)],
    address: say(invite.address),
    footer: [joinSentences([say(words.why), say(study.ignore)], locale), say(invite.tracking)],
    unsubscribe: unsubscribeFooter(locale, slots.account, email.unsubscribeLink),
  }
  return { subject: content.subject, html: renderEmailHtml(content), text: renderEmailText(content) }
}
