import { emailTexts } from '../../content/emails.ts'
import type { Locale } from '../../contract/locale.ts'
import { isGsm, segmentsOf, toGsm } from '../message/gsm.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'
import type { LinkDestination } from './invite-email.ts'

export type InviteSms = {
  /** The language of the reader. */
  locale: Locale
  accountName: string
  /** The full address, http or https. */
  link: string
  finds: LinkDestination
  /** How long the link works. */
  days: number
}

/**
 * The text message that carries an invite link: who asks, what for, where, and as much about the time as fits. One
 * message of the default alphabet, 160 characters; two where the words or the name need another script, since a name
 * says more than the price of a second message. A name that does not fit is cut. Where that is not enough, because a
 * name in another script makes long words or a long address cost double, it takes one message more.
 */
export function renderInviteSms({ locale, accountName, link, finds, days }: InviteSms): string {
  const { text: letters } = emailTexts(locale)
  // Before the links are taken out, because the alphabet turns the look-alikes of a dot into dots; and behind it
  // once more, for the mark of a cut.
  const name = toGsm(sanitizeName(toGsm(accountName), nameLimit)) || 'Timbre'
  const slots = { link: new URL(link).href, days: String(days) }
  const say = (template: string, account: string) => interpolate(template, { ...slots, account })
  const bare = letters[finds]
  const withDays = letters[`${finds}WithDays`]
  const most = isGsm(say(bare, name)) ? 1 : 2
  const names = [name, ...shorterNames(name, most === 1 ? minNameLength : minNameLengthUcs2)]
  const tries = names.map((account) => say(bare, account))
  // Days that a second message has room for are worth no second message, so only one of the alphabet tells them.
  if (most === 1) tries.unshift(say(withDays, name))
  return (
    tries.find((text) => segmentsOf(text) <= most) ??
    names.map((account) => say(bare, account)).find((text) => segmentsOf(text) <= most + 1) ??
    say(bare, name)
  )
}

/** The name cut by one character more each, down to the least that says who asks. */
function shorterNames(name: string, least: number): string[] {
  const characters = Array.from(name)
  return characters
    .map((_, at) => characters.length - 1 - at)
    .filter((length) => length >= least)
    .map((length) => `${characters.slice(0, length).join('').trimEnd()}...`)
}

const nameLimit = 40
/** Fewer letters than these say nothing of who asks. */
const minNameLength = 12
/** The scripts that the alphabet lacks say more in a character. */
const minNameLengthUcs2 = 5
