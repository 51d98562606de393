import { lettersFor } from '../../content/letters.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { layOut } from '../invite/layout.ts'
import { dateInWords, fill, inPlainText } from '../invite/letter.ts'
import { nameInMessage } from '../message/name.ts'

/** What an owner is told: a person wants to be deleted, wants it no longer, or was invited at a stranger's address. */
export type News = 'erasure' | 'takenBack' | 'stranger'

export type OwnerLetter = {
  news: News
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
export function ownerLetter(told: OwnerLetter): { subject: string; html: string; text: string } {
  const { locale } = told
  const { rights: words, invite } = lettersFor(locale)
  const own = words[told.news]
  const slots = {
    account: nameInMessage(told.accountName, nameLimit) || 'Timbre',
    person: nameInMessage(told.personName, nameLimit) || words.unnamed,
    date: dateInWords(told.at, locale, told.timezone),
  }
  const say = (template: string) => fill(template, slots)
  const letter = {
    language: languageTags[locale],
    subject: say(own.subject),
    preheader: say(own.preheader),
    heading: say(own.heading),
    paragraphs: [words.greeting, own.what, own.how].map(say),
    button: { label: words.open, link: told.link },
    notes: [],
    address: invite.address,
    foot: [say(words.why), words.tracking],
  }
  return { subject: letter.subject, html: layOut(letter), text: inPlainText(letter) }
}

const nameLimit = 60
