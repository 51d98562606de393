import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { insertAccount } from '../../src/domain/account/store.ts'
import { insertMember } from '../../src/domain/member/store.ts'
import { insertMachineClient } from '../../src/identity/client-credentials.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { openSigningKeys } from '../../src/identity/signing-keys.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createTestDatabase } from './database.ts'
import { signWithKey } from './forge.ts'
import { newDataDir, type Running, startProcess } from './process.ts'
import { type Zone, zones } from './regions.ts'
import { freePort, signIn } from './service.ts'

/** Answers to valid tokens in regions that have just started. */
export type RegionStart = {
  /** Requests with a valid token that were answered 401. */
  unauthorized: number
  /** Requests that were refused for now (503), and those without Retry-After. */
  unavailable: number
  withoutRetryAfter: number
  /** Any other answer than 200 and 421, and requests without an answer. */
  other: number
  /** Refusals by a region that had already reported to be ready. */
  afterReady: number
  /** Seconds from the start of the processes until every token was answered correctly everywhere. */
  seconds: number
}

/**
 * Starts three regions with empty databases at the same time, and uses machine and app tokens of each in all of them
 * from the first moment a region responds until every answer is correct.
 */
export async function startAtOnce(): Promise<RegionStart> {
  const places = await Promise.all(zones.map(preparePlace))
  const secret = randomBytes(32).toString('base64url')
  const authUrl = (places[0] as Place).url
  const named = places.map(({ zone, url }) => `${zone}=${url}/api`).join(',')
  const began = performance.now()
  const started = places.map((place) => ({
    ...place,
    running: startProcess({
      REGION: place.zone,
      PORT: String(place.port),
      PUBLIC_URL: place.url,
      DATA_DIR: newDataDir(),
      DATABASE_URL: place.db.url,
      SECRET_KEY: place.key.toString('base64url'),
      DEMO: 'off',
      REGIONS: named,
      REGION_SECRET: secret,
      AUTH_URL: authUrl,
      RATE_LIMITS: 'off',
    }),
    isReady: false,
  }))
  const met: RegionStart = {
    unauthorized: 0,
    unavailable: 0,
    withoutRetryAfter: 0,
    other: 0,
    afterReady: 0,
    seconds: 0,
  }
  const watching = started.map(async (place) => {
    await place.running.ready()
    place.isReady = true
  })
  const using = started.map(async (home) => {
    const tokens = [await machineToken(home), await appToken(home, started[0] as Started)]
    await Promise.all(tokens.flatMap((token) => started.map((place) => use(token, home.zone, place, met))))
  })
  try {
    await Promise.all(using)
    met.seconds = (performance.now() - began) / 1000
    await Promise.all(watching)
  } finally {
    await Promise.all(started.map(({ running }) => running.stop()))
  }
  return met
}

type Place = Awaited<ReturnType<typeof preparePlace>>
type Started = Place & { running: Running; isReady: boolean }

/** A region's database with an account, a machine client and a member. */
async function preparePlace(zone: Zone) {
  const [db, port] = [await createTestDatabase(), await freePort()]
  const [accountId, memberId, now] = [newPublicId(), newPublicId(), new Date()]
  const plain = { billingStatus: 'active', trialEndsAt: null, paused: false, preferences: {} } as const
  const client = await db.database.inAccount(accountId, async (sql) => {
    await insertAccount(sql, { id: accountId, name: `Account of ${zone}`, now, ...plain })
    await insertMember(sql, { accountId, id: memberId, email: `${memberId}@test.test`, role: 'owner', now })
    return insertMachineClient(sql, {
      accountId,
      region: zone,
      name: 'Script',
      scopes: ['account:read'],
      now,
    })
  })
  const url = `http://localhost:${port}`
  return { zone, db, port, url, key: randomBytes(32), accountId, memberId, client }
}

async function machineToken({ url, client }: Started): Promise<string> {
  await listening(url)
  return signIn(`${url}/api/v4`, client)
}

/** An app's token for an account of any region, signed by the authorization server. */
async function appToken({ zone, accountId, memberId }: Started, server: Started): Promise<string> {
  await listening(server.url)
  const { active } = await openSigningKeys(server.db.database, createSecretKeyring([server.key]), new Date())
  return signWithKey(active, {
    iss: server.url,
    aud: server.url,
    sub: newPublicId(),
    client_id: 'app',
    scope: 'account:read',
    account_id: accountId,
    region: zone,
    member_id: memberId,
    gid: newPublicId(),
  })
}

async function listening(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await setTimeout(5)
  }
}

/** Calls a region every few milliseconds until it answers correctly: 200 at home, 421 elsewhere. */
async function use(token: string, home: Zone, place: Started, met: RegionStart): Promise<void> {
  await listening(place.url)
  const right = place.zone === home ? 200 : 421
  const until = Date.now() + 30_000
  for (;;) {
    const { isReady } = place
    const answer = await fetch(`${place.url}/api/v4/account`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    if (answer.status === right) return
    if (isReady) met.afterReady += 1
    if (answer.status === 401) met.unauthorized += 1
    else if (answer.status === 503) {
      met.unavailable += 1
      if (!answer.headers.has('retry-after')) met.withoutRetryAfter += 1
    } else met.other += 1
    if (Date.now() > until)
      throw new Error(`${place.zone} still answers ${answer.status} to a token of ${home}`)
    await setTimeout(20)
  }
}
