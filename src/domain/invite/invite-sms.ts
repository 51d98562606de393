import { emailTexts } from '../../content/emails.ts'
import type { Locale } from '../../contract/locale.ts'
import { isGsm, segmentsOf, toGsm } from '../message/gsm.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'
import type { LinkDestination } from './invite-email.ts'

export type InviteSms = {
  /** The language of the recipient. */
  locale: Locale
  accountName: string
  /** The full address, http or https. */
  link: string
  destination: LinkDestination
  /** How many days the link works. */
  days: number
  /** Whether the service repeats an invite by itself. */
  isReminder?: boolean
}

/**
 * The text message with an invite link: sender, purpose, link, and the validity if it fits. One message of 160
 * characters in the default alphabet; two if the texts or the name need another script, because the name matters more
 * than the price of a second message. Names that don't fit are cut. If that isn't enough, because long words or a long
 * link cost double next to a name in another script, it takes one more message.
 */
export function renderInviteSms(message: InviteSms): string {
  const { locale, accountName, link, days } = message
  const { text: texts } = emailTexts(locale)
  // Converted before links are removed, because the conversion turns look-alikes of a dot into dots; and again
  // afterwards, for the ellipsis of a cut name.
  const name = toGsm(sanitizeName(toGsm(accountName), nameLimit)) || 'Timbre'
  const slots = { link: new URL(link).href, days: String(days) }
  const say = (template: string, account: string) => interpolate(template, { ...slots, account })
  const kind = message.isReminder && message.destination === 'questions' ? 'reminder' : message.destination
  const bare = texts[kind]
  const withDays = texts[`${kind}WithDays`]
  const maxSegments = isGsm(say(bare, name)) ? 1 : 2
  const names = [name, ...shorterNames(name, maxSegments === 1 ? minNameLength : minNameLengthUcs2)]
  const tries = names.map((account) => say(bare, account))
  // The validity isn't worth a second message, so only single messages in the default alphabet include it.
  if (maxSegments === 1) tries.unshift(say(withDays, name))
  return (
    tries.find((text) => segmentsOf(text) <= maxSegments) ??
    names.map((account) => say(bare, account)).find((text) => segmentsOf(text) <= maxSegments + 1) ??
    say(bare, name)
  )
}

/** The name cut by one more character each, down to the minimum length. */
function shorterNames(name: string, minLength: number): string[] {
  const characters = Array.from(name)
  return characters
    .map((_, at) => characters.length - 1 - at)
    .filter((length) => length >= minLength)
    .map((length) => `${characters.slice(0, length).join('').trimEnd()}...`)
}

const nameLimit = 40
/** A shorter name doesn't identify the sender. */
const minNameLength = 12
/** Scripts outside the default alphabet carry more per character. */
const minNameLengthUcs2 = 5
