import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { Role } from '../../contract/role.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { sanitizeAddress, sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

/** A change of who can access an account, of how long it keeps people, or what became of a webhook endpoint. Members are named by their addresses. */
export type OwnerNotice =
  | { kind: 'keyMade' | 'keyRotated' | 'keyRevoked'; key: string }
  | { kind: 'memberInvited' | 'memberCame' | 'roleChanged'; member: string; role: Role }
  /** A coach without teams sees no one. */
  | { kind: 'memberJoined'; member: string; role: Role; seesNoOne?: boolean }
  | { kind: 'memberRemoved' | 'memberLeft' | 'passkeyAdded' | 'passkeysRemoved'; member: string }
  | { kind: 'appConnected' | 'appReads'; app: string }
  | { kind: 'passkeysRequired' | 'passkeysOptional' }
  | { kind: 'providerSet' | 'providerRemoved'; provider: string }
  | { kind: 'domainProven' | 'domainRemoved' | 'providerRequired' | 'providerOptional'; domain: string }
  | { kind: 'ownerRecovered'; member: string }
  | { kind: 'senderSet' | 'senderLost'; domain: string }
  /** A retention period that deletes from this time on. */
  | { kind: 'retentionChosen'; days: number; from: Date }
  | WebhookNotice

/** Endpoints are named by their hosts: an address often is a capability. */
export type WebhookNotice =
  | (Endpoint & { kind: 'webhookAdded' | 'webhookMoved' | 'webhookRotated' })
  | (Endpoint & FailingSince & { kind: 'webhookFailing' | 'webhookEnding' })
  | WebhookDisabledNotice

export type WebhookDisabledNotice =
  | (Endpoint & FailingSince & { kind: 'webhookDisabled' })
  | (Endpoint & { kind: 'webhookGone' })
  | (Endpoint & { kind: 'webhookBacklog'; waiting: number })

type Endpoint = { webhookId: string; host: string }
/** `status` is that of the last response; null if there was none. */
type FailingSince = { since: Date; status: number | null; waiting: number }

export type OwnerNoticeEmail = {
  notice: OwnerNotice
  /** The address of the member who made the change. Undefined for the operator. */
  who: string | undefined
  locale: Locale
  accountName: string
  /** The page where owners see everything that can access the account, or the endpoint. */
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
  const { kinds, roles, webhooks, retention, ...words } = emailTexts(locale).notice
  const { title, what } = kinds[notice.kind]
  const slots = {
    account: sanitizeName(input.accountName, nameLimit) || 'Timbre',
    actor: input.who === undefined ? words.operator : sanitizeAddress(input.who),
    subject: subjectOf(notice),
    role: 'role' in notice ? roles[notice.role] : '',
    date: formatDateTime(input.at, locale, input.timezone),
    since: 'since' in notice ? formatDateTime(notice.since, locale, input.timezone) : '',
    status: ('status' in notice && notice.status?.toString()) || webhooks.noResponse,
    days: 'days' in notice ? notice.days.toLocaleString(languageTags[locale]) : '',
    from: 'from' in notice ? formatDateTime(notice.from, locale, input.timezone) : '',
    count: 'waiting' in notice ? notice.waiting.toLocaleString(languageTags[locale]) : '',
  }
  const say = (template: string) => interpolate(template, slots)
  const email = {
    language: languageTags[locale],
    subject: say(title),
    preheader: isAboutDelivery(notice) ? webhooks.check : words.preheader,
    heading: say(title),
    paragraphs: [
      say(what),
      ...('seesNoOne' in notice && notice.seesNoOne ? [words.coachWithoutTeams] : []),
      'days' in notice ? say(retention.check) : isAboutDelivery(notice) ? webhooks.check : words.check,
      ...(input.isLast ? [words.last] : []),
    ],
    button: { label: buttonOf(notice, input.locale), link: input.link },
    notes: [],
    address: words.address,
    footer: [say(words.why), words.tracking],
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

function buttonOf(notice: OwnerNotice, locale: Locale): string {
  const { webhooks, senders, retention, button } = emailTexts(locale).notice
  if ('days' in notice) return retention.button
  if (isAboutSender(notice)) return senders.button
  return 'webhookId' in notice ? webhooks.button : button
}

/** Whether it is about the address that emails come from. */
export function isAboutSender({ kind }: OwnerNotice): boolean {
  return kind === 'senderSet' || kind === 'senderLost'
}

/** Whether the service reports how an endpoint does, and not that someone changed it. */
function isAboutDelivery(notice: OwnerNotice): boolean {
  return 'waiting' in notice || notice.kind === 'webhookGone'
}

function subjectOf(notice: OwnerNotice): string {
  if ('host' in notice) return sanitizeAddress(notice.host)
  if ('member' in notice) return sanitizeAddress(notice.member)
  if ('domain' in notice) return sanitizeAddress(notice.domain)
  if ('provider' in notice) return sanitizeAddress(notice.provider)
  if ('key' in notice) return sanitizeName(notice.key, nameLimit)
  return 'app' in notice ? sanitizeName(notice.app, nameLimit) : ''
}

const nameLimit = 60
