import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Role } from '../../src/contract/role.ts'
import { insertMember } from '../../src/domain/member/store.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import type { TestDatabase } from './database.ts'
import { createAppGranter, type Delegate } from './delegates.ts'
import { freePort, startTestService, type TestAccount, type TestService } from './service.ts'

export const zones = ['us', 'eu', 'sea'] as const
export type Zone = (typeof zones)[number]

export type Region = TestService & {
  zone: Zone
  /** The API root that a 421 names. */
  apiUrl: string
  /** Its settings, for commands in its environment. */
  environment: Record<string, string>
  /** Stops it before the end of the test file. */
  stop: () => Promise<unknown>
  /** Starts it again on its database and address after a stop. */
  again: () => Promise<Region>
  /** Starts a second process of the region on its database, at another port. */
  beside: () => Promise<TestService>
}

export type Regions = Record<Zone, Region> & {
  secret: string
  /** Moves the clock of all three regions. */
  pass: (seconds: number) => void
  /** Authorizes an app at the authorization server, as a member of an account in any region. */
  letIn: (account: { id: string }, zone: Zone, role?: Role) => Promise<Delegate & { email: string }>
}

/** Three regions, each with its own database; `us` has the authorization server. */
export async function startRegions(environment: Record<string, string> = {}): Promise<Regions> {
  const secret = `between-regions-${newPublicId()}-${newPublicId()}`
  const ports = await Promise.all(zones.map(() => freePort()))
  const roots = ports.map((port) => `http://localhost:${port}`)
  const named = zones.map((zone, index) => `${zone}=${roots[index]}/api`).join(',')
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const keys = zones.map(() => randomBytes(32).toString('base64url'))
  const environmentOf = (index: number, port: number): Record<string, string> => ({
    REGION: zones[index] as Zone,
    PORT: String(port),
    REGIONS: named,
    REGION_SECRET: secret,
    AUTH_URL: roots[0] as string,
    SECRET_KEY: keys[index] as string,
    ...environment,
  })
  const serve = (index: number, port: number, db?: TestDatabase): Promise<TestService> =>
    startTestService(environmentOf(index, port), { clock, ...(db ? { db } : {}) })
  const start = async (index: number, db?: TestDatabase): Promise<Region> => {
    const zone = zones[index] as Zone
    const service = await serve(index, ports[index] as number, db)
    const end = service.service.stop
    let ended: Promise<string[]> | undefined
    const stop = () => {
      ended ??= end()
      return ended
    }
    service.service.stop = stop
    const again = () => start(index, service.db)
    const beside = async () => serve(index, await freePort(), service.db)
    const settings = { ...environmentOf(index, ports[index] as number), DATABASE_URL: service.db.url }
    const apiUrl = `${roots[index]}/api`
    return { ...service, zone, apiUrl, environment: settings, stop, again, beside }
  }
  // One after the other: three starts at the same time delay each other beyond the connection timeout.
  const started: Region[] = []
  for (const index of zones.keys()) started.push(await start(index))
  const [us, eu, sea] = started as [Region, Region, Region]
  await Promise.all([us, eu, sea].map(meet))
  const delegates = await createAppGranter(us)
  const regions: Regions = {
    us,
    eu,
    sea,
    secret,
    pass: (seconds) => {
      ahead += seconds * 1000
    },
    async letIn(account, zone, role = 'owner') {
      const [personId, memberId] = [newPublicId(), newPublicId()]
      const email = `${personId}@test.test`
      await us.db.admin('insert into person (id, email, created_at) values ($1, $2, now())', [
        personId,
        email,
      ])
      const { database } = regions[zone].service.parts
      const member = { accountId: account.id, id: memberId, email, role, now: new Date() }
      await database.inAccount(account.id, (sql) => insertMember(sql, member))
      // The authorization server must know the member before it allows consent, and ends grants of unknown members.
      if (zone !== 'us') await regions[zone].service.syncRegions()
      const delegate = await delegates(account, { region: zone, by: { personId, memberId }, role })
      return { ...delegate, email }
    },
  }
  return regions
}

/**
 * The first regions could not reach the later ones at their start. Waits until the region has the keys of both others
 * and has synced with the authorization server; until then it serves no app.
 */
async function meet({ zone, service, db }: Region): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    await service.syncRegions()
    const keys = await db.admin('select 1 from region_keys')
    const heard = zone === 'us' || (await db.admin('select 1 from region_cursor')).length > 0
    if (keys.length === zones.length - 1 && heard) return
    await setTimeout(100)
  }
  throw new Error('The regions do not reach each other.')
}

/** One account in each region. */
export async function accountsOf(regions: Regions): Promise<Record<Zone, TestAccount>> {
  const [us, eu, sea] = await Promise.all(zones.map((zone) => regions[zone].account()))
  return { us, eu, sea } as Record<Zone, TestAccount>
}
