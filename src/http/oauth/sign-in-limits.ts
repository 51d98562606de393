import { Failure } from '../../contract/failure.ts'
import { type Limits, spendInOrder } from '../../contract/limits.ts'
import { networkFor, type Payer } from '../../contract/payer.ts'
import type { Allowance } from '../../contract/request.ts'
import type { SignInAttempt } from './people-interface.ts'

/** From where somebody signs in; the browser where the address has signed in there before. */
type SignInSource = { browser: Payer<'browser'> | undefined; network: Payer<'network'> }

/**
 * Takes one code. A known browser pays for itself, whatever its network has used up. Elsewhere the network pays: in
 * all, and for each address, so that no network alone can use up the codes that an address gets in a day.
 */
export function chargeCode(
  limits: Limits,
  email: string,
  { browser, network }: SignInSource,
): Allowance | undefined {
  if (browser) return limits.codesOfBrowser(browser)
  return spendInOrder([() => limits.codes(network), () => limits.codesOfAddress(networkFor(network, email))])
}

/** A code that was right counts for nothing: whoever asked for it has the mailbox, and filled nobody else's. */
export function refundCode(limits: Limits, email: string, { browser, network }: SignInSource): void {
  if (browser) limits.codesOfBrowser(browser, -1)
  else {
    limits.codes(network, -1)
    limits.codesOfAddress(networkFor(network, email), -1)
  }
}

/**
 * Takes one try, and refuses it where there is none left. False where the network has none left but nobody has tried
 * this code yet: its first try counts all the same, because whoever asked for a code from the network of somebody who
 * guesses must be able to enter it. How many codes there are to guess at, the limits on codes say.
 */
export function chargeTry(
  limits: Limits,
  { tries }: SignInAttempt,
  { browser, network }: SignInSource,
): boolean {
  const allowance = browser ? limits.wrongCodesOfBrowser(browser) : limits.wrongCodes(network)
  const isWithin = allowance?.isWithin ?? true
  if (!isWithin && (browser || tries > 0)) throwIfExceeded(allowance)
  return isWithin
}

export function refundTry(limits: Limits, { browser, network }: SignInSource): void {
  if (browser) limits.wrongCodesOfBrowser(browser, -1)
  else limits.wrongCodes(network, -1)
}

/** Throws when an allowance is used up. */
export function throwIfExceeded(allowance: Allowance | undefined): void {
  if (!allowance || allowance.isWithin) return
  throw tooManyTries(allowance.nextInSeconds, allowance.limit)
}

export function tooManyTries(retryAfterSeconds: number, limit?: string): Failure {
  const message = 'Too many tries. Wait a while, then try again.'
  return new Failure('rate_limited', { message, retryAfterSeconds, ...(limit ? { limit } : {}) })
}
