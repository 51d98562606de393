import { type Caller, isTokenCaller } from '../contract/caller.ts'
import type { Allowance } from '../contract/request.ts'
import { createLimiter } from './limiter.ts'

export type Allowances = {
  request: (caller: Caller) => Allowance | undefined
  /** By client id, at the token endpoint. */
  signIn: (clientId: string) => Allowance | undefined
}

/**
 * What each caller may ask at once and for each second, and 30 sign-ins a minute. A person who answers by key is
 * faster than a program may be, so people have more room. Nothing is limited without rates.
 */
export function allowances(rates: { burst: number; perSecond: number } | undefined): Allowances {
  if (!rates) return { request: () => undefined, signIn: () => undefined }
  const now = () => performance.now()
  const program = createLimiter({ ...rates, now })
  const person = createLimiter({ burst: 300, perSecond: 20, now })
  return {
    request: (caller) => (isTokenCaller(caller) ? program : person)(allowanceKey(caller)),
    signIn: createLimiter({ burst: 30, perSecond: 0.5, now }),
  }
}

/**
 * Programs have an allowance for each client and account, whoever of its members let the app in; each person behind
 * a link and each member has one of their own.
 */
function allowanceKey(caller: Caller): string {
  if (isTokenCaller(caller)) return `${caller.accountId}:${caller.clientId}`
  if (caller.kind === 'member') return `${caller.accountId}:${caller.memberId}`
  if (caller.kind === 'taker') return `${caller.accountId}:${caller.profileId}`
  if (caller.kind === 'visitor') return `${caller.accountId}:visitor`
  // Links can be invented without end, so those who hold one share the allowance of the account it names.
  return `${caller.accountId}:guest`
}
