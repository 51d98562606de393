import type { Payer, PayerKind } from './payer.ts'
import type { Allowance } from './request.ts'

export type LimitDeclaration = {
  /** Who the limit is charged to. */
  charged: PayerKind
  /** The burst, and the sustained rate per second. */
  burst: number
  perSecond: number
  /** What is counted, in the words of the documentation. */
  counts: string
  /**
   * A limit of the network that is checked first, so that one network can neither use up this limit nor fill its
   * memory.
   */
  guardedBy?: string
  /**
   * Counted in the database, exactly over all instances and restarts: for what is rare and must not be tried too often.
   * The others are counted in the memory of each instance, or in Valkey.
   */
  exact?: true
}

/**
 * Every rate limit; only `platform/limits` creates them. See docs/decisions/0057. `RATE_LIMITS` configures the first one.
 */
export const limitTable = {
  programRequests: {
    charged: 'program',
    burst: 50,
    perSecond: 10,
    counts: 'requests of a client or an app in one account',
  },
  directoryRequests: {
    charged: 'program',
    burst: 300,
    perSecond: 40,
    counts: 'requests of a directory over SCIM',
  },
  personRequests: {
    charged: 'person',
    burst: 300,
    perSecond: 20,
    counts: 'requests of a person in a session, and of a member on the pages',
  },
  linkRequests: {
    charged: 'link',
    burst: 300,
    perSecond: 20,
    counts: 'opens of one invite link, report link or study link',
  },
  sharedLinkRequests: {
    charged: 'networkFor',
    burst: 300,
    perSecond: 20,
    counts: 'opens of one share link or one share card from one network',
  },
  shareStarts: {
    charged: 'network',
    burst: 60,
    perSecond: 30 / 3600,
    counts: 'people who start from share links',
  },
  shareEmails: {
    charged: 'network',
    burst: 60,
    perSecond: 10 / 3600,
    counts: 'of these, those who are sent an email',
  },
  unknownLinks: {
    charged: 'network',
    burst: 120,
    perSecond: 2,
    counts: 'opens of unknown links',
  },
  logoRequests: { charged: 'network', burst: 300, perSecond: 20, counts: 'requests for logos' },
  tokens: {
    charged: 'client',
    burst: 30,
    perSecond: 1 / 2,
    counts: 'sign-ins of a machine client with a valid secret',
  },
  wrongSecretsOfNetwork: {
    charged: 'network',
    burst: 300,
    perSecond: 5,
    exact: true,
    counts: 'wrong secrets of machine clients and apps',
  },
  wrongSecrets: {
    charged: 'networkFor',
    burst: 30,
    perSecond: 1 / 2,
    exact: true,
    guardedBy: 'wrongSecretsOfNetwork',
    counts: 'wrong secrets of one machine client',
  },
  wrongAppSecrets: {
    charged: 'networkFor',
    burst: 10,
    perSecond: 10 / 60,
    exact: true,
    guardedBy: 'wrongSecretsOfNetwork',
    counts: 'wrong secrets of one app',
  },
  codes: {
    charged: 'network',
    burst: 120,
    perSecond: 12 / 60,
    exact: true,
    counts: 'sign-in codes in untrusted browsers',
  },
  codesOfAddress: {
    charged: 'networkFor',
    burst: 10,
    perSecond: 10 / 86_400,
    exact: true,
    guardedBy: 'codes',
    counts: 'sign-in codes for one email address in untrusted browsers',
  },
  codesOfBrowser: {
    charged: 'browser',
    burst: 20,
    perSecond: 10 / 3600,
    exact: true,
    counts: 'sign-in codes in a browser in which the address has signed in before',
  },
  wrongCodes: {
    charged: 'network',
    burst: 60,
    perSecond: 2 / 60,
    exact: true,
    counts: 'wrong codes in untrusted browsers; the first attempt of each code is always allowed',
  },
  wrongCodesOfBrowser: {
    charged: 'browser',
    burst: 20,
    perSecond: 10 / 3600,
    exact: true,
    counts: 'wrong codes in a browser in which the address has signed in before',
  },
  passkeyTries: {
    charged: 'passkey',
    burst: 60,
    perSecond: 1,
    exact: true,
    counts: 'invalid responses of a passkey',
  },
  unknownPasskeys: {
    charged: 'network',
    burst: 60,
    perSecond: 2 / 60,
    exact: true,
    counts: 'responses of unknown passkeys',
  },
  providerStarts: {
    charged: 'network',
    // Many people behind one address begin their day with it.
    burst: 600,
    perSecond: 2,
    counts:
      "sign-ins that are started with an account's identity provider, its SAML answers, and other answers that are refused",
  },
  passkeyBeginnings: {
    charged: 'person',
    burst: 120,
    perSecond: 12 / 60,
    counts: 'passkey registrations that a member starts',
  },
  registrations: {
    // In a day, one network can fill a tenth of the pending apps, so it can't evict those of others.
    charged: 'network',
    burst: 100,
    perSecond: 200 / 3600,
    exact: true,
    counts: 'apps that register themselves',
  },
  authorizations: {
    charged: 'network',
    burst: 300,
    perSecond: 2,
    counts: 'authorization requests of apps',
  },
  documentsForNetwork: {
    charged: 'network',
    burst: 30,
    perSecond: 10 / 60,
    exact: true,
    counts: 'client metadata documents fetched for the first time',
  },
  documentsOfHostForNetwork: {
    charged: 'networkFor',
    burst: 10,
    perSecond: 6 / 60,
    exact: true,
    guardedBy: 'documentsForNetwork',
    counts: 'of these, from one host',
  },
  documentsOfHost: {
    charged: 'everyone',
    burst: 60,
    perSecond: 30 / 60,
    exact: true,
    guardedBy: 'documentsOfHostForNetwork',
    counts: 'of these, from one host, for everyone together',
  },
  documentsInAll: {
    charged: 'everyone',
    burst: 120,
    perSecond: 2,
    exact: true,
    guardedBy: 'documentsForNetwork',
    counts: 'of these, from all hosts, for everyone together',
  },
} as const satisfies Record<string, LimitDeclaration>

export type LimitName = keyof typeof limitTable

/** Charges one request to the payer; -1 gives it back. Undefined if unlimited. */
export type SpendAllowance<Kind extends PayerKind> = (
  payer: Payer<Kind>,
  requests?: 1 | -1,
) => Promise<Allowance | undefined>

export type Limits = { readonly [Name in LimitName]: SpendAllowance<(typeof limitTable)[Name]['charged']> }

export const limitNames = Object.keys(limitTable) as LimitName[]

/** Limits nothing. */
export const noLimits = Object.fromEntries(
  limitNames.map((name) => [name, async () => undefined]),
) as unknown as Limits

/**
 * Charges these limits in order, up to the first that is used up; the later ones aren't charged for a refused
 * request.
 */
export async function spendInOrder(
  takes: readonly (() => Promise<Allowance | undefined>)[],
): Promise<Allowance | undefined> {
  let allowance: Allowance | undefined
  for (const take of takes) {
    allowance = await take()
    if (allowance && !allowance.isWithin) break
  }
  return allowance
}
