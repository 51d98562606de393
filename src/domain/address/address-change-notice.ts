import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { renderEmailHtml } from '../invite/email-layout.ts'
import { formatDateTime, interpolate, renderEmailText } from '../invite/invite-email.ts'
import { sanitizeName } from '../message/sanitize.ts'

export type AddressChangeNotice = {
  channel: 'email' | 'sms'
  locale: Locale
  accountName: string
  at: Date
  /** IANA name of the zone in which the moment is told. */
  timezone: string
}

/**
 * What somebody is told at an address that an account has replaced. It does not say by what: the new address may be
 * another person's.
 */
export function renderAddressChangeNotice(notice: AddressChangeNotice): {
  subject: string
  html: string
  text: string
} {
  const { locale, channel } = notice
  const { addressChanged: words, invite, text: texts } = emailTexts(locale)
  const slots = {
    account: sanitizeName(notice.accountName, nameLimit) || 'Timbre',
    date: formatDateTime(notice.at, locale, notice.timezone),
  }
  const say = (template: string) => interpolate(template, slots)
  if (channel === 'sms') return { subject: '', html: '', text: say(texts.numberChanged) }
  const email = {
    language: languageTags[locale],
    subject: say(words.subject),
    preheader: say(words.preheader),
    heading: say(words.heading),
    paragraphs: [invite.greetingWithoutName, words.what, words.results, words.how].map(say),
    notes: [],
    foot: [say(words.why), invite.tracking],
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

const nameLimit = 60
