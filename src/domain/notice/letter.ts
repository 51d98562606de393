import { lettersFor } from '../../content/letters.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { Role } from '../../contract/role.ts'
import { layOut } from '../invite/layout.ts'
import { dateInWords, fill, inPlainText } from '../invite/letter.ts'
import { addressInMessage, nameInMessage } from '../message/name.ts'

/** What changed in who can reach an account. Members are named by their addresses. */
export type Notice =
  | { kind: 'keyMade' | 'keyRotated' | 'keyRevoked'; key: string }
  | { kind: 'memberInvited' | 'memberJoined' | 'roleChanged'; member: string; role: Role }
  | { kind: 'memberRemoved' | 'memberLeft' | 'passkeyAdded' | 'passkeysRemoved'; member: string }
  | { kind: 'appConnected' | 'appReads'; app: string }
  | { kind: 'passkeysRequired' | 'passkeysOptional' }

export type NoticeLetter = {
  notice: Notice
  /** The address of the member who did it. Undefined for the operator. */
  who: string | undefined
  locale: Locale
  accountName: string
  /** Where an owner sees everything that can reach the account. */
  link: string
  at: Date
  /** IANA name of the zone in which the time is given. */
  timezone: string
  /** Set for the last email of its kind on a day. */
  isLast: boolean
}

/** The email to an owner about one change. What people typed is shortened and can't become a link. */
export function noticeLetter(told: NoticeLetter): { subject: string; html: string; text: string } {
  const { notice, locale } = told
  const { kinds, roles, ...words } = lettersFor(locale).notice
  const { title, what } = kinds[notice.kind]
  const slots = {
    account: nameInMessage(told.accountName, nameLimit) || 'Timbre',
    actor: told.who === undefined ? words.operator : addressInMessage(told.who),
    subject: subjectOf(notice),
    role: 'role' in notice ? roles[notice.role] : '',
    date: dateInWords(told.at, locale, told.timezone),
  }
  const say = (template: string) => fill(template, slots)
  const letter = {
    language: languageTags[locale],
    subject: say(title),
    preheader: words.preheader,
    heading: say(title),
    paragraphs: [say(what), words.check, ...(told.isLast ? [words.last] : [])],
    button: { label: words.button, link: told.link },
    notes: [],
    address: words.address,
    foot: [say(words.why), words.tracking],
  }
  return { subject: letter.subject, html: layOut(letter), text: inPlainText(letter) }
}

function subjectOf(notice: Notice): string {
  if ('member' in notice) return addressInMessage(notice.member)
  if ('key' in notice) return nameInMessage(notice.key, nameLimit)
  return 'app' in notice ? nameInMessage(notice.app, nameLimit) : ''
}

const nameLimit = 60
