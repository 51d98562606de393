import type { GuardedFetch } from '../../contract/guarded-fetch.ts'
import {
  attemptValues,
  consumeProviderAttempt,
  isProviderAttempt,
  newProviderAttempt,
} from '../../identity/providers/attempts.ts'
import { domainOf, type ProviderRefusal, type VouchedPerson } from '../../identity/providers/claims.ts'
import {
  createOidcClient,
  IssuerMismatch,
  type OidcClient,
  type OidcProvider,
} from '../../identity/providers/oidc.ts'
import { readSamlResponse, type SamlProvider, samlRequestUrl } from '../../identity/providers/saml.ts'
import { findDomainProvider, findProviderAccount } from '../../identity/providers/store.ts'
import { UnsealError } from '../../identity/seal.ts'
import { admitVouched, type JoinParts } from '../identity-provider/join.ts'
import type { ProviderRow } from '../identity-provider/model.ts'
import { findProvider, listDomains } from '../identity-provider/store.ts'
import type { PeopleParts } from './parts.ts'
import { type OpenedSession, openPersonSession } from './sign-in.ts'

export type ProviderParts = PeopleParts & Pick<JoinParts, 'installation'> & { guardedFetch: GuardedFetch }

/** Where the browser is sent, and the attempt that it keeps in a cookie. */
export type ProviderStart = { location: string; attempt: string }

/** A session, or one of our words for why there is none. */
export type ProviderOutcome = ({ outcome: 'in' } & OpenedSession) | { outcome: 'refused'; reason: string }

/** Of the browser that comes back. */
type Return = {
  providerId: string
  attempt: string
  formerSecret: string | undefined
  agent: string | null
  requestId: string
}

export type ProviderSignIn = {
  /** The provider for addresses at this domain, no matter whose they are. */
  find: (email: string) => Promise<{ providerId: string; domain: string; required: boolean } | undefined>
  /** A proven domain of the provider's account, or its issuer. Undefined if there is no such provider. */
  nameOf: (providerId: string) => Promise<string | undefined>
  /** Undefined if there is no such provider. Throws if it can't be reached. */
  start: (providerId: string, again: boolean) => Promise<ProviderStart | ProviderRefusal | undefined>
  finishOidc: (back: Return & { query: string }) => Promise<ProviderOutcome>
  /** Reads what a SAML provider posted, and seals it for the browser that it belongs to. */
  receiveSaml: (providerId: string, response: string) => Promise<{ answer: string } | ProviderRefusal>
  finishSaml: (back: Return & { answer: string }) => Promise<ProviderOutcome>
}

type Found = { accountId: string; row: ProviderRow }

/** Signing in with the identity provider of an account. */
export function createProviderSignIn(parts: ProviderParts): ProviderSignIn {
  const { database, clock, secretKey } = parts
  const oidc = createOidcClient(parts.guardedFetch, () => clock().getTime())

  async function load(providerId: string): Promise<Found | undefined> {
    if (!/^[0-9a-f]{24}$/.test(providerId)) return undefined
    const accountId = await database.inSystem((sql) => findProviderAccount(sql, providerId), {
      readOnly: true,
    })
    if (!accountId) return undefined
    const row = await database.inAccount(accountId, (sql) => findProvider(sql, accountId), { readOnly: true })
    return row?.id === providerId ? { accountId, row } : undefined
  }

  /** Uses up the attempt before anything is asked of the provider, so that each is answered once. */
  async function begin({ providerId, attempt }: Return): Promise<Found | undefined> {
    const found = await load(providerId)
    if (!found || !isProviderAttempt(secretKey, attempt, { provider: found.row, now: clock() }))
      return undefined
    const isFirst = await database.inSystem((sql) => consumeProviderAttempt(sql, attempt))
    return isFirst ? found : undefined
  }

  async function enter(
    { accountId, row }: Found,
    { email, name }: VouchedPerson,
    { formerSecret, agent, requestId }: Return,
  ): Promise<ProviderOutcome> {
    const vouched = { accountId, provider: row, email, name }
    const admission = await database.inAccount(accountId, (sql) =>
      admitVouched(sql, parts, { vouched, requestId }),
    )
    if (!admission.admitted) return { outcome: 'refused', reason: admission.reason }
    const reach = { providerAccountId: accountId, onlyAccountId: accountId }
    const opened = await database.inSystem((sql) =>
      openPersonSession(sql, parts, {
        ...{ email, method: 'provider', formerSecret, agent, reach },
        at: admission.at,
      }),
    )
    return opened ? { outcome: 'in', ...opened } : { outcome: 'refused', reason: 'member' }
  }

  return {
    async find(email) {
      const domain = domainOf(email)
      const found = await database.inSystem((sql) => findDomainProvider(sql, domain), { readOnly: true })
      return found && { providerId: found.providerId, domain, required: found.required }
    },
    async nameOf(providerId) {
      const found = await load(providerId)
      if (!found) return undefined
      const { accountId, row } = found
      const domains = await database.inAccount(accountId, (sql) => listDomains(sql, accountId), {
        readOnly: true,
      })
      return domains.find(({ provenAt }) => provenAt !== null)?.domain ?? row.issuer
    },
    async start(providerId, again) {
      const found = await load(providerId)
      if (!found) return undefined
      const attempt = newProviderAttempt(secretKey, found.row, clock())
      const values = attemptValues(attempt)
      try {
        const location =
          found.row.protocol === 'oidc'
            ? await oidc.start(oidcProviderOf(parts, found), values, again)
            : await samlRequestUrl(samlProviderOf(parts, found.row), values.requestId, again)
        return { location: location.href, attempt }
      } catch (error) {
        if (error instanceof IssuerMismatch) return { refused: 'issuer' }
        throw error
      }
    },
    async finishOidc(back) {
      // What another site sends here doesn't use up the attempt.
      const isOwn = new URLSearchParams(back.query).get('state') === attemptValues(back.attempt).state
      const found = isOwn ? await begin(back) : undefined
      if (found?.row.protocol !== 'oidc') return { outcome: 'refused', reason: 'attempt' }
      const vouched = await askProvider(oidc, oidcProviderOf(parts, found), back)
      return 'refused' in vouched
        ? { outcome: 'refused', reason: vouched.refused }
        : enter(found, vouched, back)
    },
    async receiveSaml(providerId, response) {
      const found = await load(providerId)
      if (found?.row.protocol !== 'saml') return { refused: 'attempt' }
      const read = await readSamlResponse(samlProviderOf(parts, found.row), response, clock())
      if ('refused' in read) return read
      const { email, name, inResponseTo } = read
      const until = clock().getTime() + answerMilliseconds
      const sealed = secretKey.seal(
        JSON.stringify({ email, name, inResponseTo, until, changedAt: found.row.changedAt }),
        `saml-answer:${providerId}`,
      )
      return { answer: sealed.toString('base64url') }
    },
    async finishSaml(back) {
      const answer = openAnswer(parts, back)
      // Answers to a request of another browser, and answers that nobody here asked for, don't use up the attempt.
      const isOwn = answer?.inResponseTo === attemptValues(back.attempt).requestId
      const found = isOwn ? await begin(back) : undefined
      if (!answer || !found || answer.changedAt !== found.row.changedAt)
        return { outcome: 'refused', reason: 'attempt' }
      return enter(found, answer, back)
    },
  }
}

const answerMilliseconds = 120_000

async function askProvider(
  oidc: OidcClient,
  provider: OidcProvider,
  { attempt, query }: { attempt: string; query: string },
): Promise<VouchedPerson | ProviderRefusal> {
  try {
    return await oidc.finish(provider, attemptValues(attempt), new URL(`${provider.redirectUri}${query}`))
  } catch {
    return { refused: 'answer' }
  }
}

type SamlAnswer = VouchedPerson & { inResponseTo: string; until: number; changedAt: string }

function openAnswer(
  { secretKey, clock }: ProviderParts,
  { providerId, answer }: { providerId: string; answer: string },
): SamlAnswer | undefined {
  try {
    const text = secretKey.unseal(Buffer.from(answer, 'base64url'), `saml-answer:${providerId}`)
    const read = JSON.parse(text.toString('utf8')) as SamlAnswer
    return read.until > clock().getTime() ? read : undefined
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}

function oidcProviderOf({ authUrl, secretKey }: ProviderParts, { accountId, row }: Found): OidcProvider {
  const { id, issuer, clientId, clientSecretSealed, trustsAddresses, changedAt } = row
  const secret = secretKey.unseal(clientSecretSealed ?? Buffer.alloc(0), `provider_secret:${accountId}:${id}`)
  return {
    ...{ id, issuer, trustsAddresses, changedAt },
    clientId: clientId ?? '',
    clientSecret: secret.toString('utf8'),
    redirectUri: `${authUrl}/sign-in/provider/${id}/callback`,
  }
}

function samlProviderOf({ authUrl }: ProviderParts, row: ProviderRow): SamlProvider {
  const { id, issuer, signInUrl, certificates } = row
  const own = `${authUrl}/sign-in/provider/${id}`
  return {
    ...{ entityId: issuer, signInUrl: signInUrl ?? '', certificates },
    acsUrl: `${own}/acs`,
    ownEntityId: own,
  }
}
