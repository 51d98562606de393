import type { Payer, PayerKind } from './payer.ts'
import type { Allowance } from './request.ts'

export type LimitDeclaration = {
  /** Whose allowance it is. */
  charged: PayerKind
  /** What may come at once, and what may come in a second for as long as one likes. */
  burst: number
  perSecond: number
  /** What is counted, as the documentation says it. */
  counts: string
  /** A limit of the network that is taken first, so that one network can neither use this one up nor fill its memory. */
  guardedBy?: string
}

/**
 * Every limit that is kept in the memory of the process; `platform/limits` makes them, and nothing else makes one. See
 * docs/decisions/0057. The first one follows `RATE_LIMITS`.
 */
export const limitTable = {
  programRequests: {
    ...{ charged: 'program', burst: 50, perSecond: 10 },
    counts: 'requests of a client or an app in one account',
  },
  personRequests: {
    ...{ charged: 'person', burst: 300, perSecond: 20 },
    counts: 'requests of a person in a session, and of a member on the pages',
  },
  linkRequests: {
    ...{ charged: 'link', burst: 300, perSecond: 20 },
    counts: 'openings of one personal link or one report link',
  },
  sharedLinkRequests: {
    ...{ charged: 'networkFor', burst: 300, perSecond: 20 },
    counts: 'openings of one shareable link from one network',
  },
  shareStarts: {
    ...{ charged: 'network', burst: 60, perSecond: 30 / 3600 },
    counts: 'people who start from shareable links',
  },
  shareEmails: {
    ...{ charged: 'network', burst: 60, perSecond: 10 / 3600 },
    counts: 'of these, those who are sent an email',
  },
  unknownLinks: {
    ...{ charged: 'network', burst: 120, perSecond: 2 },
    counts: 'openings of links that do not exist',
  },
  logoRequests: { ...{ charged: 'network', burst: 300, perSecond: 20 }, counts: 'requests for logos' },
  tokens: {
    ...{ charged: 'client', burst: 30, perSecond: 1 / 2 },
    counts: 'sign-ins of a machine client with its right secret',
  },
  wrongSecretsOfNetwork: {
    ...{ charged: 'network', burst: 300, perSecond: 5 },
    counts: 'wrong secrets of machine clients and apps',
  },
  wrongSecrets: {
    ...{ charged: 'networkFor', burst: 30, perSecond: 1 / 2, guardedBy: 'wrongSecretsOfNetwork' },
    counts: 'wrong secrets of one machine client',
  },
  wrongAppSecrets: {
    ...{ charged: 'networkFor', burst: 10, perSecond: 10 / 60, guardedBy: 'wrongSecretsOfNetwork' },
    counts: 'wrong secrets of one app',
  },
  codes: {
    ...{ charged: 'network', burst: 120, perSecond: 12 / 60 },
    counts: 'codes to sign in, in browsers that are not known',
  },
  codesOfAddress: {
    ...{ charged: 'networkFor', burst: 10, perSecond: 10 / 86_400, guardedBy: 'codes' },
    counts: 'codes for one email address, in browsers that are not known',
  },
  codesOfBrowser: {
    ...{ charged: 'browser', burst: 20, perSecond: 10 / 3600 },
    counts: 'codes in a browser in which the address has signed in before',
  },
  wrongCodes: {
    ...{ charged: 'network', burst: 60, perSecond: 2 / 60 },
    counts:
      'wrong codes in browsers that are not known; the first try of each code is let through all the same',
  },
  wrongCodesOfBrowser: {
    ...{ charged: 'browser', burst: 20, perSecond: 10 / 3600 },
    counts: 'wrong codes in a browser in which the address has signed in before',
  },
  passkeyTries: {
    ...{ charged: 'passkey', burst: 60, perSecond: 1 },
    counts: 'answers of a passkey that are not good',
  },
  unknownPasskeys: {
    ...{ charged: 'network', burst: 60, perSecond: 2 / 60 },
    counts: 'answers of passkeys that do not exist',
  },
  passkeyBeginnings: {
    ...{ charged: 'person', burst: 120, perSecond: 12 / 60 },
    counts: 'passkeys that a member begins to add',
  },
  registrations: {
    // A day of one network is a tenth of the apps that wait to be let in, so it cannot push out those of others.
    ...{ charged: 'network', burst: 100, perSecond: 200 / 3600 },
    counts: 'apps that register themselves',
  },
  authorizations: {
    ...{ charged: 'network', burst: 300, perSecond: 2 },
    counts: 'requests of apps to be let in',
  },
  documentsForNetwork: {
    ...{ charged: 'network', burst: 30, perSecond: 10 / 60 },
    counts: 'documents of apps that are read for the first time',
  },
  documentsOfHostForNetwork: {
    ...{ charged: 'networkFor', burst: 10, perSecond: 6 / 60, guardedBy: 'documentsForNetwork' },
    counts: 'of these, from one host',
  },
  documentsOfHost: {
    ...{ charged: 'everybody', burst: 60, perSecond: 30 / 60, guardedBy: 'documentsOfHostForNetwork' },
    counts: 'of these, from one host for everybody together',
  },
  documentsInAll: {
    ...{ charged: 'everybody', burst: 120, perSecond: 2, guardedBy: 'documentsForNetwork' },
    counts: 'of these, from all hosts for everybody together',
  },
} as const satisfies Record<string, LimitDeclaration>

export type LimitName = keyof typeof limitTable

/** Takes one request out of what the payer has; -1 gives it back. Undefined where nothing is limited. */
export type SpendAllowance<Kind extends PayerKind> = (
  payer: Payer<Kind>,
  requests?: 1 | -1,
) => Allowance | undefined

export type Limits = { readonly [Name in LimitName]: SpendAllowance<(typeof limitTable)[Name]['charged']> }

export const limitNames = Object.keys(limitTable) as LimitName[]

/** Limits nothing. */
export const noLimits = Object.fromEntries(
  limitNames.map((name) => [name, () => undefined]),
) as unknown as Limits

/** Takes one after the other and no further where there is none left; who is refused takes nothing of what follows. */
export function spendInOrder(takes: readonly (() => Allowance | undefined)[]): Allowance | undefined {
  let allowance: Allowance | undefined
  for (const take of takes) {
    allowance = take()
    if (allowance && !allowance.isWithin) break
  }
  return allowance
}
