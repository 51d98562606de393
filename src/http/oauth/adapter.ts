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
  /** How long one lost answer to a refresh may be repeated, once; 0 = never. */
  graceSeconds: number
  /** Where the browser goes on with a request that was answered; the address holds its identifier. */
  resumeUrl: (uid: string) => string
}

/** How the library reaches what is kept: for each of its models the few functions that it calls. */
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
 * Codes, refresh tokens, waiting requests, registration tokens. The text of a record is its secret, so it is taken
 * out of the payload, wherever it stands there, and put back from what the request brought.
 *
 * When a record expires the service's clock says, not the library, which would also refuse what another process whose
 * clock is ahead has made a moment ago. Only of a waiting request it is told, because it saves that one again for the
 * time that is left.
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

/** Outside of a request of the protocol a page looks at what waits. */
function findRequestContext() {
  try {
    return currentRequestContext()
  } catch {
    return undefined
  }
}

/** A waiting request would keep the cookie of the browser's session in clear. */
function withoutCookie(payload: Record<string, unknown>): Record<string, unknown> {
  const session = payload.session as { cookie?: string } | undefined
  if (!session?.cookie) return payload
  const { cookie: _, ...rest } = session
  return { ...payload, session: rest }
}

const tenYears = 315_360_000

type ConsumeRules = { graceSeconds: number; rememberSeconds: number; reason: RevokeReason }

/** A used code is remembered for a day, so that its replay is known for one after the code itself has expired. */
const codeRules: ConsumeRules = { graceSeconds: 0, rememberSeconds: 86_400, reason: 'code_replay' }
const refreshRules = { rememberSeconds: 0, reason: 'refresh_reuse' } as const

/**
 * Uses a code or a refresh token. The library calls this after it has checked client, verifier, redirect address and
 * grant, and before it issues anything; what it is told of a use that was lost or replayed is always the same.
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
    // Whoever found it unused was here before it was used, whatever the clocks of two processes say.
    if (use === 'replayed' && !hasRaced && !unusedRecordIds.has(id)) {
      recordSecurityEvent(request, { kind: 'token_replayed', outcome: 'refused', reason: rules.reason })
      const record = await storage.findRecord({ model, id })
      if (record?.grantId) await storage.revokeGrant(record.grantId, rules.reason, String(request.id))
    }
    throw new errors.InvalidGrant('used before')
  }
}

/** A grant is made by the page of consent; the library only reads it, and ends it when an app revokes its token. */
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
 * The library's own session is not kept: who is signed in, another session says, and each request of an app is
 * answered by its own page. So nothing of one flow can reach into the next.
 */
const sessionAdapter: Pick<Adapter, 'find' | 'findByUid' | 'upsert' | 'destroy'> = {
  find: async () => undefined,
  findByUid: async () => undefined,
  upsert: async () => undefined,
  destroy: async () => undefined,
}

/**
 * Access tokens are signed and not kept. One that is to be revoked arrives here as the handle under which
 * `revocation.ts` has put it after verifying it, and without its grant, which goes on.
 */
function accessTokenAdapter({
  storage,
}: AdapterSettings): Pick<Adapter, 'find' | 'destroy' | 'revokeByGrantId'> {
  return {
    async find(id) {
      const token = currentRequestContext().revoking
      if (!token || token.tokenId !== id) return undefined
      return { kind: 'AccessToken', jti: id, clientId: token.clientId, format: 'opaque' } as AdapterPayload
    },
    async destroy(id) {
      const { revoking, request } = currentRequestContext()
      if (revoking?.tokenId === id) await storage.revokeToken(revoking, String(request.id))
    },
    revokeByGrantId: async () => undefined,
  }
}

function throwUnsupported(): never {
  throw new Error('The protocol asked for something that this service does not keep')
}

/** What no model of ours needs. Records of a grant end with the grant, which `revokeGrant` sees to. */
const unsupportedAdapter: Adapter = {
  upsert: async () => throwUnsupported(),
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => throwUnsupported(),
  destroy: async () => throwUnsupported(),
  revokeByGrantId: async () => undefined,
}
