import { type ErrorCode, errors } from '../../contract/errors.ts'
import { Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import { secondsUntilTomorrow } from '../../contract/tomorrow.ts'
import type { CapKind, Caps } from './caps.ts'
import { capsOf, type PermitParts, type PermitRefusal } from './permit.ts'

/** Why a message can't be sent, in words for the sender. */
export type MessageRefusal = {
  code: RefusalCode
  message: string
  /** Undefined if waiting doesn't help. */
  retryAfterSeconds?: number
}

export const refusalCodes = [
  'invite_limit',
  'text_limit',
  'email_limit',
  'recipient_limit',
  'recipient_opted_out',
  'recipient_bounced',
] as const satisfies readonly ErrorCode[]
type RefusalCode = (typeof refusalCodes)[number]

/** The context as parameters of a permit. */
export function permitPartsOf(
  { sql, account, installation }: Pick<Context, 'sql' | 'account' | 'installation'>,
  now: Date,
): PermitParts {
  return { sql, accountId: account.id, now, installation }
}

/** Reveals nothing about other accounts' messages: number, range and address share one text. */
export function toMessageRefusal(
  { refused }: PermitRefusal,
  { now, installation }: Pick<PermitParts, 'now' | 'installation'>,
): MessageRefusal {
  if (refused === 'optedOut') {
    return {
      code: 'recipient_opted_out',
      message: errors.recipient_opted_out.message,
    }
  }
  if (refused === 'bounced') return { code: 'recipient_bounced', message: errors.recipient_bounced.message }
  const { code, message, untilMinute } = wordsFor(refused, capsOf(installation))
  const retryAfterSeconds = untilMinute ? 60 - now.getUTCSeconds() : secondsUntilTomorrow(now)
  return { code, message, retryAfterSeconds }
}

/** Also takes codes of callers with their own reasons to refuse messages. */
export function toRefusalFailure({
  code,
  message,
  retryAfterSeconds,
}: Omit<MessageRefusal, 'code'> & { code: ErrorCode }): Failure {
  return new Failure(code, { message, retryAfterSeconds })
}

type Words = { code: RefusalCode; message: string; untilMinute?: true }

function wordsFor(kind: CapKind, caps: Caps): Words {
  const tomorrow = 'Try again tomorrow (UTC).'
  switch (kind) {
    case 'account':
      return {
        code: 'text_limit',
        message: `The account has sent ${caps.account} text messages today. ${tomorrow}`,
      }
    case 'account-minute':
      return {
        code: 'invite_limit',
        message: `The account has sent ${caps[kind]} invites within a minute. Try again in a minute.`,
        untilMinute: true,
      }
    case 'account-email':
      return { code: 'email_limit', message: `The account has sent ${caps[kind]} emails today. ${tomorrow}` }
    case 'account-member':
      return {
        code: 'email_limit',
        message: `The account has sent ${caps[kind]} member invitations today. ${tomorrow}`,
      }
    case 'former-account':
    case 'former-account-address':
    case 'former-address':
      return { code: 'email_limit', message: `No more such emails can be sent today. ${tomorrow}` }
    case 'security':
      return { code: 'email_limit', message: `You've changed this too often today. ${tomorrow}` }
    default:
      return {
        code: 'recipient_limit',
        message: errors.recipient_limit.message,
      }
  }
}
