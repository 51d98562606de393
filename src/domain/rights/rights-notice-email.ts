import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

/** What an owner is told: a person wants to be deleted, wants it no longer, or was invited at a stranger's address. */
export type RightsNoticeKind = 'erasure' | 'takenBack' | 'stranger'

export type RightsNotice = {
  kind: RightsNoticeKind
  locale: Locale
  accountName: string
  /** Empty where the profile has no name. */
  personName: string
  /** The full address of the profile in the dashboard. */
  link: string
  at: Date
  /** IANA name of the zone in which the moment is told. */
  timezone: string
}

/**
 * The letter to an owner of an account about one of its people. The subject names no person, because subjects are
 * read over shoulders. Its link opens nothing by itself: whoever follows it has to sign in first.
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
