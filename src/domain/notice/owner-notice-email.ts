import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { Role } from '../../contract/role.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { sanitizeAddress, sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

/** A change of who can access an account. Members are named by their addresses. */
export type OwnerNotice =
  | { kind: 'keyMade' | 'keyRotated' | 'keyRevoked'; key: string }
  | { kind: 'memberInvited' | 'memberJoined' | 'roleChanged'; member: string; role: Role }
  | { kind: 'memberRemoved' | 'memberLeft' | 'passkeyAdded' | 'passkeysRemoved'; member: string }
  | { kind: 'appConnected' | 'appReads'; app: string }
  | { kind: 'passkeysRequired' | 'passkeysOptional' }

export type OwnerNoticeEmail = {
  notice: OwnerNotice
  /** The address of the member who made the change. Undefined for the operator. */
  who: string | undefined
  locale: Locale
  accountName: string
  /** The page where owners see everything that can access the account. */
  link: string
  at: Date
  /** IANA name of the time zone in which the time is shown. */
  timezone: string
  /** Set for the last email of its kind on a day. */
  isLast: boolean
}

/** The email to an owner about one change. User input is shortened and can't become a link. */
export function renderOwnerNoticeEmail(input: OwnerNoticeEmail): {
  subject: string
  html: string
  text: string
} {
  const { notice, locale } = input
  const { kinds, roles, ...words } = emailTexts(locale).notice
  const { title, what } = kinds[notice.kind]
  const slots = {
    account: sanitizeName(input.accountName, nameLimit) || 'Timbre',
    actor: input.who === undefined ? words.operator : sanitizeAddress(input.who),
    subject: subjectOf(notice),
    role: 'role' in notice ? roles[notice.role] : '',
    date: formatDateTime(input.at, locale, input.timezone),
  }
  const say = (template: string) => interpolate(template, slots)
  const email = {
    language: languageTags[locale],
    subject: say(title),
    preheader: words.preheader,
    heading: say(title),
    paragraphs: [say(what), words.check, ...(input.isLast ? [words.last] : [])],
    button: { label: words.button, link: input.link },
    notes: [],
    address: words.address,
    footer: [say(words.why), words.tracking],
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

function subjectOf(notice: OwnerNotice): string {
  if ('member' in notice) return sanitizeAddress(notice.member)
  if ('key' in notice) return sanitizeName(notice.key, nameLimit)
  return 'app' in notice ? sanitizeName(notice.app, nameLimit) : ''
}

const nameLimit = 60
