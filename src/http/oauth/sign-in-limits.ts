import { Failure } from '../../contract/failure.ts'
import { type Limits, spendInOrder } from '../../contract/limits.ts'
import { networkFor, type Payer } from '../../contract/payer.ts'
import type { Allowance } from '../../contract/request.ts'
import type { SignInAttempt } from './people-interface.ts'

/** Where a sign-in comes from. `browser` is set if the address has signed in there before. */
type SignInSource = { browser: Payer<'browser'> | undefined; network: Payer<'network'> }

/**
 * Charges one code. A trusted device has its own limit, whatever its network has used up. Otherwise the network is
 * charged, in total and per address, so that no single network can use up the daily codes of an address.
 */
export async function chargeCode(
  limits: Limits,
  email: string,
  { browser, network }: SignInSource,
): Promise<Allowance | undefined> {
  if (browser) return limits.codesOfBrowser(browser)
  return spendInOrder([() => limits.codes(network), () => limits.codesOfAddress(networkFor(network, email))])
}

/** A correct code is refunded: its requester owns the mailbox, so no one else's mailbox was filled. */
export async function refundCode(
  limits: Limits,
  email: string,
  { browser, network }: SignInSource,
): Promise<void> {
  if (browser) await limits.codesOfBrowser(browser, -1)
  else {
    await limits.codes(network, -1)
    await limits.codesOfAddress(networkFor(network, email), -1)
  }
}

/**
 * Charges one try and throws if none is left. Returns false if the network has none left but this code hasn't been
 * tried yet: the first try is always allowed, because people on the same network as someone who guesses must still be
 * able to sign in. The limits on codes bound how many codes there are to guess at.
 */
export async function chargeTry(
  limits: Limits,
  { tries }: SignInAttempt,
  { browser, network }: SignInSource,
): Promise<boolean> {
  const allowance = await (browser ? limits.wrongCodesOfBrowser(browser) : limits.wrongCodes(network))
  const isWithin = allowance?.isWithin ?? true
  if (!isWithin && (browser || tries > 0)) throwIfExceeded(allowance)
  return isWithin
}

export async function refundTry(limits: Limits, { browser, network }: SignInSource): Promise<void> {
  if (browser) await limits.wrongCodesOfBrowser(browser, -1)
  else await limits.wrongCodes(network, -1)
}

/** Throws if an allowance is used up. */
export function throwIfExceeded(allowance: Allowance | undefined): void {
  if (!allowance || allowance.isWithin) return
  throw tooManyTries(allowance.nextInSeconds, allowance.limit)
}

export function tooManyTries(retryAfterSeconds: number, limit?: string): Failure {
  const message = 'Too many attempts. Wait a while, then try again.'
  return new Failure('rate_limited', { message, retryAfterSeconds, ...(limit ? { limit } : {}) })
}
