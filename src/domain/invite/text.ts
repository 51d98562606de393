import { lettersFor } from '../../content/letters.ts'
import type { Locale } from '../../contract/locale.ts'
import { isGsm, nearGsm, segmentsOf } from '../message/gsm.ts'
import { nameInMessage } from '../message/name.ts'
import { type Finds, fill } from './letter.ts'

export type InviteText = {
  /** The language of the reader. */
  locale: Locale
  accountName: string
  /** The full address, http or https. */
  link: string
  finds: Finds
  /** How long the link works. */
  days: number
}

/**
 * The text message that carries an invite link: who asks, what for, where, and as much about the time as fits. One
 * message of the default alphabet, 160 characters, unless the address of the service is very long. A name that has
 * to be cut is cut; one in another script is kept, since it says more than the price of a second message.
 */
export function inviteText({ locale: reader, accountName, link, finds, days }: InviteText): string {
  const { letters } = lettersFor(reader)
  // Before the links are taken out, because the alphabet turns the look-alikes of a dot into dots; and behind it
  // once more, for the mark of a cut.
  const name = nearGsm(nameInMessage(nearGsm(accountName), nameLimit)) || 'Timbre'
  const slots = { link: new URL(link).href, days: String(days) }
  const say = (template: string, account: string) => fill(template, { ...slots, account })
  const bare = letters.text[finds]
  const withDays = letters.text[`${finds}WithDays`]
  if (!isGsm(say(bare, name))) return say(bare, name)
  const cut = (length: number) => `${name.slice(0, length).trimEnd()}...`
  const shorter = Array.from({ length: name.length - leastOfName }, (_, at) => cut(name.length - 1 - at))
  const tries = [say(withDays, name), ...[name, ...shorter].map((account) => say(bare, account))]
  return tries.find((text) => segmentsOf(text) === 1) ?? say(bare, name)
}

const nameLimit = 40
/** Fewer letters than these say nothing of who asks. */
const leastOfName = 12
