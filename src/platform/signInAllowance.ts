import type { Allowance } from '../contract/request.ts'
import { createLimiter } from './limiter.ts'

/** How often one may ask for a code, and how often one may try one. Undefined where nothing is limited. */
export type SignInAllowances = {
  /** Takes one code for an email address, asked for from a network address. */
  takeCode: (email: string, address: string, browser?: string) => Allowance | undefined
  /** Takes one try, for the email address if it is known. */
  takeTry: (email: string | undefined, address: string, browser?: string) => Allowance | undefined
  /** Takes one challenge for a passkey, which stands in the database until it is used or has expired. */
  takeChallenge: (address: string) => Allowance | undefined
  /** A right try costs nothing. */
  giveTryBack: (email: string | undefined, address: string, browser?: string) => void
  /** Nor does the code that was right: whoever asked for it has the mailbox, and filled nobody else's. */
  giveCodeBack: (email: string, address: string, browser?: string) => void
}

/**
 * Generous to people and to offices behind one address. The last tries count by email and by network, so that
 * neither many browsers against one person nor one machine against many people gets far into a million codes. A
 * browser in which the person has signed in before (`browser`, its id) is counted by itself instead of by email:
 * anybody can use up what an email has, and only the person what such a browser has.
 */
export function signInAllowances(isLimited: boolean): SignInAllowances {
  if (!isLimited) return unlimited
  const now = () => performance.now()
  const codesOfEmail = createLimiter({ burst: 20, perSecond: 2 / 60, now })
  const codesOfNetwork = createLimiter({ burst: 120, perSecond: 12 / 60, now })
  const challengesOfNetwork = createLimiter({ burst: 120, perSecond: 12 / 60, now })
  const triesOfEmail = createLimiter({ burst: 20, perSecond: 10 / 3600, now })
  const codesOfBrowser = createLimiter({ burst: 20, perSecond: 10 / 3600, now })
  const triesOfBrowser = createLimiter({ burst: 20, perSecond: 10 / 3600, now })
  const triesOfNetwork = createLimiter({ burst: 60, perSecond: 2 / 60, now })
  return {
    takeCode(email, address, browser) {
      const ofNetwork = codesOfNetwork(networkOf(address))
      if (!ofNetwork.isWithin) return ofNetwork
      return browser === undefined ? codesOfEmail(email) : codesOfBrowser(browser)
    },
    takeTry(email, address, browser) {
      const ofNetwork = triesOfNetwork(networkOf(address))
      if (!ofNetwork.isWithin) return ofNetwork
      if (browser !== undefined) return triesOfBrowser(browser)
      return email === undefined ? ofNetwork : triesOfEmail(email)
    },
    takeChallenge: (address) => challengesOfNetwork(networkOf(address)),
    giveTryBack(email, address, browser) {
      triesOfNetwork(networkOf(address), -1)
      if (browser !== undefined) triesOfBrowser(browser, -1)
      else if (email !== undefined) triesOfEmail(email, -1)
    },
    giveCodeBack(email, address, browser) {
      codesOfNetwork(networkOf(address), -1)
      if (browser === undefined) codesOfEmail(email, -1)
      else codesOfBrowser(browser, -1)
    },
  }
}

const unlimited: SignInAllowances = {
  takeCode: () => undefined,
  takeTry: () => undefined,
  takeChallenge: () => undefined,
  giveTryBack: () => {},
  giveCodeBack: () => {},
}

/**
 * What one subscriber has: an address of IPv4, the first 64 bits of one of IPv6 (RFC 6177), of which every device
 * in a home makes itself as many as it likes.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - front.length - groupsIn(back)
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The last group may be an address of IPv4, which stands for two. */
function groupsIn(groups: readonly string[]): number {
  return groups.length + (groups.at(-1)?.includes('.') ? 1 : 0)
}
