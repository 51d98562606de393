import { lettersFor } from '../../content/letters.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { nameInMessage, oneLine } from '../message/name.ts'
import { layOut } from './layout.ts'

export type InviteLetter = {
  /** The language of the reader. */
  locale: Locale
  accountName: string
  personName?: string | undefined
  /** The full address, http or https. */
  link: string
  expiresAt: Date
  /** IANA name of the zone in which the expiry is told. */
  timezone: string
  /** Replaces the usual subject; an account may set its own. */
  subject?: string | undefined
  /** How long the assessments of this person take together. */
  minutes: number
  /** The address of the logo is a full one. */
  logo?: Letter['logo']
  brand?: Letter['brand']
}

/** The letter that carries an invite link: who asks, what for, how long it takes, until when, and why you. */
export function inviteLetter(invite: InviteLetter): { subject: string; html: string; text: string } {
  const { locale, letters } = lettersFor(invite.locale)
  const words = letters.invite
  const link = webAddress(invite.link)
  const person = nameInMessage(invite.personName ?? '', nameLimit)
  const slots = {
    account: nameInMessage(invite.accountName, nameLimit) || 'Timbre',
    person,
    minutes: String(Math.max(1, Math.round(invite.minutes))),
    date: dateInWords(invite.expiresAt, locale, invite.timezone),
  }
  const say = (template: string) => fill(template, slots)
  const subject = ownSubject(invite.subject) || say(words.subject)
  const letter = {
    language: languageTags[locale],
    subject,
    preheader: say(words.preheader),
    heading: say(words.heading),
    paragraphs: [
      say(person ? words.greeting : words.greetingWithoutName),
      say(words.what),
      say(words.effort),
    ],
    button: { label: say(words.button), link },
    notes: [`${say(words.expiry)} ${say(words.private)}`],
    address: say(words.address),
    foot: [`${say(words.why)} ${say(words.ignore)}`, say(words.tracking)],
    logo: invite.logo,
    brand: invite.brand,
  }
  return { subject, html: layOut(letter), text: inPlainText(letter) }
}

const nameLimit = 60
const subjectLimit = 120

type Letter = Parameters<typeof layOut>[0]

function inPlainText(letter: Letter): string {
  return [
    ...letter.paragraphs,
    `${letter.button.label}:\n${letter.button.link}`,
    ...letter.notes,
    `-- \n${letter.foot.join('\n')}`,
  ].join('\n\n')
}

/** The account's own subject gets the same care as a name: the account chooses it, a stranger reads it. */
function ownSubject(subject: string | undefined): string {
  return nameInMessage(subject ?? '', subjectLimit)
}

/** Puts values into `{slots}` in one pass, so that a brace inside a name stays a brace. */
export function fill(template: string, slots: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)
}

/**
 * The day, the time and the zone, because a person elsewhere would else read another hour. Plain "en" would give
 * the American order; these letters are read everywhere, like the pages they lead to.
 */
function dateInWords(date: Date, locale: Locale, timezone: string): string {
  const language = locale === 'en' ? 'en-GB' : languageTags[locale]
  const form = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const
  return oneLine(new Intl.DateTimeFormat(language, { ...form, timeZone: knownZone(timezone) }).format(date))
}

/** A zone that this runtime does not know must not keep a letter from leaving. */
function knownZone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function webAddress(link: string): string {
  const { protocol, href } = new URL(link)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`A link in a letter cannot be ${protocol}`)
  return href
}
