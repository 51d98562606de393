import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

/** A person asks to be deleted, withdraws that, or reports that an invite reached the wrong person. */
export type RightsNoticeKind = 'erasure' | 'takenBack' | 'stranger'

export type RightsNotice = {
  kind: RightsNoticeKind
  locale: Locale
  accountName: string
  /** Empty if the profile has no name. */
  personName: string
  /** The full URL of the profile in the dashboard. */
  link: string
  at: Date
  /** IANA name of the time zone in which the time is shown. */
  timezone: string
}

/**
 * The email to an owner of an account about one of its people. The subject contains no name, because others may see it
 * on the screen. Its link requires signing in.
 */
export function renderRightsNoticeEmail(input: RightsNotice): {
  subject: string
  html: string
  text: string
} {
  const { locale } = input
  const { rights: words, invite } = emailTexts(locale)
  const own = words[input.kind]
  const slots = {
    account: sanitizeName(input.accountName, nameLimit) || 'Timbre',
    person: sanitizeName(input.personName, nameLimit) || words.unnamed,
    date: formatDateTime(input.at, locale, input.timezone),
  }
  const say = (template: string) => interpolate(template, slots)
  const email = {
    language: languageTags[locale],
    subject: say(own.subject),
    preheader: say(own.preheader),
    heading: say(own.heading),
    paragraphs: [words.greeting, own.what, own.how].map(say),
    button: { label: words.open, link: input.link },
    notes: [],
    address: invite.address,
    footer: [say(words.why), words.tracking],
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

const nameLimit = 60
