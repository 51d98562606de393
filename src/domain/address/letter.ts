import { lettersFor } from '../../content/letters.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { layOut } from '../invite/layout.ts'
import { dateInWords, fill, inPlainText } from '../invite/letter.ts'
import { nameInMessage } from '../message/name.ts'

export type AddressNotice = {
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
export function addressNotice(notice: AddressNotice): { subject: string; html: string; text: string } {
  const { locale, channel } = notice
  const { addressChanged: words, invite, text: texts } = lettersFor(locale)
  const slots = {
    account: nameInMessage(notice.accountName, nameLimit) || 'Timbre',
    date: dateInWords(notice.at, locale, notice.timezone),
  }
  const say = (template: string) => fill(template, slots)
  if (channel === 'sms') return { subject: '', html: '', text: say(texts.numberChanged) }
  const letter = {
    language: languageTags[locale],
    subject: say(words.subject),
    preheader: say(words.preheader),
    heading: say(words.heading),
    paragraphs: [invite.greetingWithoutName, words.what, words.results, words.how].map(say),
    notes: [],
    foot: [say(words.why), invite.tracking],
  }
  return { subject: letter.subject, html: layOut(letter), text: inPlainText(letter) }
}

const nameLimit = 60
