import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { RevokeReason } from '../../contract/authorization.ts'
import type { Clock } from '../../contract/ports.ts'
import { recordSecurityEvent } from '../security-log.ts'
import { type ClientDocumentSource, createClientAdapter } from './client-adapter.ts'
import { currentRequestContext } from './request-context.ts'
import type { OAuthStorage } from './storage.ts'

export type AdapterSettings = {
  storage: OAuthStorage
  clients: ClientDocumentSource
  clock: Clock
  /** How long a refresh token may be used again, in case the response was lost. 0 = never. */
  graceSeconds: number
  /** Where the browser continues an answered authorization request. The URL contains the request's uid. */
  resumeUrl: (uid: string) => string
}

/** oidc-provider's storage adapter. Implements, for each model, only the functions that the library calls. */
export function createAdapterFactory(settings: AdapterSettings): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client')
      return { ...unsupportedAdapter, ...createClientAdapter(settings.storage, settings.clients) }
    if (model === 'Grant') return { ...unsupportedAdapter, ...grantAdapter(settings) }
    if (model === 'Session') return { ...unsupportedAdapter, ...sessionAdapter }
    if (model === 'AccessToken') return { ...unsupportedAdapter, ...accessTokenAdapter(settings) }
    if (model === 'AuthorizationCode') {
      return {
        ...unsupportedAdapter,
        ...recordAdapter(settings, model),
        consume: consumeOnce(settings, model, codeRules),
      }
    }
    if (model === 'RefreshToken') {
      const rules = { ...refreshRules, graceSeconds: settings.graceSeconds }
      return {
        ...unsupportedAdapter,
        ...recordAdapter(settings, model),
        consume: consumeOnce(settings, model, rules),
      }
    }
    if (model === 'Interaction' || model === 'RegistrationAccessToken') {
      return { ...unsupportedAdapter, ...recordAdapter(settings, model) }
    }
    return unsupportedAdapter
  }
}

/**
 * Codes, refresh tokens, pending authorization requests and registration tokens. A record's ID is its secret, so it is
 * removed from the stored payload and put back from the request.
 *
 * Expiry is checked by the service's clock, not by the library, which would also refuse records that another process
 * with a faster clock has just created. Only interactions return `exp`, because the library saves them again for the
 * remaining time.
 */
function recordAdapter(
  { storage, resumeUrl }: AdapterSettings,
  model: string,
): Pick<Adapter, 'upsert' | 'find' | 'destroy'> {
  return {
    async upsert(id, payload, expiresIn) {
      const { jti: _jti, returnTo: _returnTo, sessionUid: _sessionUid, ...kept } = payload
      const grantId = typeof payload.grantId === 'string' ? payload.grantId : null
      const expiresInSeconds = expiresIn ?? tenYears
      await storage.putRecord({ model, id }, { payload: withoutCookie(kept), grantId, expiresInSeconds })
    },
    async find(id) {
      const record = await storage.findRecord({ model, id })
      if (!record) return undefined
      if (!record.consumedAt) findRequestContext()?.unusedRecordIds.add(id)
      const { exp, iat: _, ...payload } = record.payload
      const waiting = model === 'Interaction' ? { exp, returnTo: resumeUrl(id) } : {}
      return { ...payload, ...waiting, jti: id } as AdapterPayload
    },
    destroy: (id) => storage.removeRecord({ model, id }),
  }
}

/** Undefined when a page reads a pending request outside of an OAuth request. */
function findRequestContext() {
  try {
    return currentRequestContext()
  } catch {
    return undefined
  }
}

/** Drops the cookie of the browser's session, which an interaction would otherwise store in plain text. */
function withoutCookie(payload: Record<string, unknown>): Record<string, unknown> {
  const session = payload.session as { cookie?: string } | undefined
  if (!session?.cookie) return payload
  const { cookie: _, ...rest } = session
  return { ...payload, session: rest }
}

const tenYears = 315_360_000

type ConsumeRules = { graceSeconds: number; rememberSeconds: number; reason: RevokeReason }

/** Used codes are kept for a day, so that a replay is still detected after the code itself has expired. */
const codeRules: ConsumeRules = { graceSeconds: 0, rememberSeconds: 86_400, reason: 'code_replay' }
const refreshRules = { rememberSeconds: 0, reason: 'refresh_reuse' } as const

/**
 * Marks a code or refresh token as used. The library calls this after it has checked client, verifier, redirect URI and
 * grant, and before it issues anything. Lost races and replays get the same error.
 */
function consumeOnce(
  { storage, clock }: AdapterSettings,
  model: string,
  rules: ConsumeRules,
): Adapter['consume'] {
  return async (id) => {
    const { arrivedAt, unusedRecordIds, tokenRace, request } = currentRequestContext()
    tokenRace.begin(id)
    const using = storage.consumeRecord(
      { model, id },
      {
        arrivedAt,
        graceSeconds: rules.graceSeconds,
        rememberUntil: new Date(clock().getTime() + rules.rememberSeconds * 1000),
      },
    )
    const use = await using.catch((error: unknown) => {
      tokenRace.lost(id)
      throw error
    })
    if (use === 'first' || use === 'repeated') {
      tokenRace.won(id)
      return
    }
    const hasRaced = tokenRace.lost(id)
    // A request that read the record while it was unused is no replay, even if the clocks of two processes disagree.
    if (use === 'replayed' && !hasRaced && !unusedRecordIds.has(id)) {
      recordSecurityEvent(request, { kind: 'token_replayed', outcome: 'refused', reason: rules.reason })
      const record = await storage.findRecord({ model, id })
      if (record?.grantId) await storage.revokeGrant(record.grantId, rules.reason, String(request.id))
    }
    throw new errors.InvalidGrant('used before')
  }
}

/** The consent page creates grants. The library only reads them, and revokes one when an app revokes its token. */
function grantAdapter({ storage }: AdapterSettings): Pick<Adapter, 'find' | 'destroy'> {
  return {
    async find(id) {
      const grant = await storage.findGrant(id)
      if (!grant) return undefined
      const { exp: _exp, iat: _iat, ...payload } = grant.payload
      return { ...payload, jti: id } as AdapterPayload
    },
    destroy: (id) => storage.revokeGrant(id, 'app', String(currentRequestContext().request.id)),
  }
}

/**
 * The library's own session is not stored. Our session says who is signed in, and each authorization request gets its
 * own consent page, so nothing carries over from one flow to the next.
 */
const sessionAdapter: Pick<Adapter, 'find' | 'findByUid' | 'upsert' | 'destroy'> = {
  find: async () => undefined,
  findByUid: async () => undefined,
  upsert: async () => undefined,
  destroy: async () => undefined,
}

/**
 * Access tokens are signed, not stored. To revoke one, `revocation.ts` verifies it and passes it in the request context
 * under its token ID. The record returned here has no grant, so the grant stays valid.
 */
function accessTokenAdapter({
  storage,
}: AdapterSettings): Pick<Adapter, 'find' | 'destroy' | 'revokeByGrantId'> {
  return {
    async find(id) {
      const token = currentRequestContext().tokenToRevoke
      if (!token || token.tokenId !== id) return undefined
      return { kind: 'AccessToken', jti: id, clientId: token.clientId, format: 'opaque' } as AdapterPayload
    },
    async destroy(id) {
      const { tokenToRevoke, request } = currentRequestContext()
      if (tokenToRevoke?.tokenId === id) await storage.revokeToken(tokenToRevoke, String(request.id))
    },
    revokeByGrantId: async () => undefined,
  }
}

function throwUnsupported(): never {
  throw new Error('oidc-provider called an adapter function that is not supported')
}

/** Functions that our models don't need. Records of a grant are deleted with it by `revokeGrant`. */
const unsupportedAdapter: Adapter = {
  upsert: async () => throwUnsupported(),
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => throwUnsupported(),
  destroy: async () => throwUnsupported(),
  revokeByGrantId: async () => undefined,
}
