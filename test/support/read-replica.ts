import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { type ReplicatedServers, startReplicatedServers } from './replica.ts'
import {
  callAs,
  freePort,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from './service.ts'

export type ReadOutcomes = { answered: number; behind: number; failed: number }

/** Two instances on one database with a read replica, and one account with a token of its own at each. */
export type ReplicatedService = {
  servers: ReplicatedServers
  instances: TestService[]
  /** How late the replica replays commits, such as `2s`. */
  delayReplica: (delay: string) => Promise<void>
  /** How the reads at an instance ended, so far. */
  outcomesAt: (place: number) => Promise<ReadOutcomes>
  callAt: (place: number) => TestAccount['call']
}

export async function startReplicatedService(
  options: { databasePatience?: number } = {},
): Promise<ReplicatedService> {
  const dataDir = await copyDataDir('empty')
  const servers = await startReplicatedServers({ dataDir, isSynchronous: false, settings: { fsync: 'off' } })
  const shared = {
    SECRET_KEY: readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(),
    PUBLIC_URL: `http://localhost:${await freePort()}`,
    PORT: '0',
    LOG_LEVEL: 'info',
    DATABASE_READ_URL: servers.urls.standby,
  }
  const db = { url: servers.urls.primary } as TestDatabase
  const ports = [await freePort(), await freePort()]
  const instances: TestService[] = []
  for (const port of ports)
    instances.push(
      await startTestService({ ...shared, METRICS_LISTEN: `127.0.0.1:${port}` }, { db, ...options }),
    )
  const account = await (instances[0] as TestService).account()
  const calls = await Promise.all(
    instances.map(async ({ baseUrl }) => callAs(baseUrl, await signIn(baseUrl, account))),
  )
  return {
    servers,
    instances,
    async delayReplica(delay) {
      await servers.admin('standby', `alter system set recovery_min_apply_delay = '${delay}'`)
      await servers.admin('standby', 'select pg_reload_conf()')
    },
    outcomesAt: (place) => readOutcomes(ports[place % 2] as number),
    callAt: (place) => calls[place % 2] as TestAccount['call'],
  }
}

async function readOutcomes(port: number): Promise<ReadOutcomes> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const count = (outcome: string) => {
    const series = `^timbre_read_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`
    return Number(new RegExp(series, 'm').exec(text)?.[1])
  }
  return { answered: count('answered'), behind: count('behind'), failed: count('failed') }
}

/** A person whose last name is a number that grows with each change. */
export type CountingPerson = {
  count: () => number
  /** Changes the person at an instance. */
  changeAt: (place: number) => Promise<void>
  /** The numbers that an instance shows: in the profile, in a list, and in a search for the newest one. */
  seenAt: (place: number) => Promise<number[]>
  /** The number that the replica has. */
  inReplica: () => Promise<number>
}

export async function createCountingPerson(
  { servers, callAt }: ReplicatedService,
  email: string,
): Promise<CountingPerson> {
  const { body } = await callAt(0)('POST', '/profile', { email })
  const { id } = body.profile
  let count = 0
  return {
    count: () => count,
    async changeAt(place) {
      const { status } = await callAt(place)('PATCH', `/profile/${id}`, { lastName: `N${count + 1}` })
      expect(status).toBe(200)
      count += 1
    },
    async seenAt(place) {
      const call = callAt(place)
      const paths = [`/profile/${id}`, '/pending-profiles', `/pending-profiles?search=N${count}`]
      const answers = await Promise.all(paths.map((path) => call('GET', path)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const shown = answers.map(({ body }): Json => {
        return body.profile ?? body.profiles.find((person: Json) => person.id === id)
      })
      return shown.map((person) => numberOf(person?.lastName))
    },
    async inReplica() {
      const text = `select doc::json->>'lastName' as name from profile where id = $1`
      const [row] = await servers.admin('standby', text, [id])
      return numberOf(row?.name)
    },
  }
}

function numberOf(lastName: string | null | undefined): number {
  return Number(lastName?.slice(1) ?? 0)
}
