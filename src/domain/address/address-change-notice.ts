import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

export type AddressChangeNotice = {
  channel: 'email' | 'sms'
  locale: Locale
  accountName: string
  at: Date
  /** IANA name of the time zone in which the date is shown. */
  timezone: string
}

/**
 * The notice sent to an address that the account has replaced. It doesn't name the new address, which may belong to
 * someone else.
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
  const fill = (template: string) => interpolate(template, slots)
  if (channel === 'sms') return { subject: '', html: '', text: fill(texts.numberChanged) }
  const email = {
    language: languageTags[locale],
    subject: fill(words.subject),
    preheader: fill(words.preheader),
    heading: fill(words.heading),
    paragraphs: [invite.greetingWithoutName, words.what, words.results, words.how].map(fill),
    notes: [],
    footer: [fill(words.why), invite.tracking],
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

const nameLimit = 60
