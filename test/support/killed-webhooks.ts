import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import type { DemoFile } from '../../src/demo/seed.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { postmasterPid, type Running, startProcess } from './process.ts'
import { callAs, freePort, type Json, signIn } from './service.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/**
 * What is killed with SIGKILL: the service or its database at a random moment, or the service at a certain point of a
 * change: its event is inserted but not committed (then the database is killed too), it is committed but not claimed, the
 * receiver has the request, or the receiver has answered and that is not recorded.
 */
export type Death =
  | 'service'
  | 'database'
  | 'before commit'
  | 'before claim'
  | 'before answer'
  | 'before note'

export type Outcome = {
  /** Changes that the service acknowledged. */
  acknowledged: number
  /** Of these, the ones that are not stored. */
  lost: string[]
  /** Stored changes without exactly one event, and events of changes that are not stored. */
  unmatched: string[]
  /** Numbers missing in the feed. */
  gaps: number[]
  /** Events that an endpoint has not received, each as `path event`. */
  undelivered: string[]
  /** Requests that repeated an event for an endpoint, and those of them with another body. */
  repeated: number
  altered: number
}

type Scene = {
  service: Running
  dataDir: string
  receiver: WebhookReceiver
  progress: { tagIds: string[]; isOver: boolean }
}

const [endpoints, writers, label] = [3, 8, 'Kill']

/** Creates tags from several writers, which three endpoints hear of, and kills in between, one death after the other. */
export async function killWhileSending(
  deaths: readonly Death[],
  { changes = 30, random = Math.random }: { changes?: number; random?: () => number } = {},
): Promise<Outcome> {
  const dataDir = await copyDataDir('demo')
  const environment = {
    ...{ PORT: String(await freePort()), DATA_DIR: dataDir },
    ...{ DEMO: 'on', RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  }
  const account = demoAccount(dataDir)
  const receiver = await startWebhookReceiver()
  const scene: Scene = {
    ...{ dataDir, receiver, service: startProcess(environment) },
    progress: { tagIds: [], isOver: false },
  }
  await scene.service.ready()
  const baseUrl = `${scene.service.url}/api/v4`
  const call = callAs(baseUrl, await signIn(baseUrl, account))
  const hooks = await addEndpoints(call, receiver)
  const start = Number((await call('GET', '/events?after=latest')).body.latest?.seq ?? 0)
  const writing = Array.from({ length: writers }, () => write(baseUrl, account, scene.progress))
  try {
    for (const death of deaths) {
      await moreChanges(scene, changes)
      await kill(scene, death, random)
      if (death === 'database') continue
      await scene.service.ended
      if (death === deaths.at(-1)) await endLeases(dataDir)
      scene.service = startProcess(environment)
      await scene.service.ready()
    }
    await moreChanges(scene, changes)
  } finally {
    scene.progress.isOver = true
  }
  await Promise.all(writing)
  await allSent(callAs(baseUrl, await signIn(baseUrl, account)), hooks)
  await scene.service.stop()
  return compare(scene, { accountId: account.id, start, paths: hooks.map(({ path }) => path) })
}

function demoAccount(dataDir: string) {
  const { accounts } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoFile
  if (!accounts.demo) throw new Error('demo.json names no demo account')
  return accounts.demo
}

type Call = ReturnType<typeof callAs>
type Hook = { id: string; path: string }

function addEndpoints(call: Call, receiver: WebhookReceiver): Promise<Hook[]> {
  return Promise.all(
    Array.from({ length: endpoints }, async (_, index) => {
      const path = `/hooks/${index}`
      const fields = { url: receiver.url(path), types: ['tag.*'], maxInFlight: 8 }
      for (;;) {
        const { status, body, text } = await call('POST', '/webhook', fields)
        if (status === 201) return { id: body.webhook.id, path }
        // On a busy machine the database may keep the first requests waiting for too long.
        if (status !== 503) throw new Error(text)
        await setTimeout(500)
      }
    }),
  )
}

/** Creates one tag after the other. What is not acknowledged may have been stored all the same. */
async function write(
  baseUrl: string,
  account: Parameters<typeof signIn>[1],
  progress: Scene['progress'],
): Promise<void> {
  let call: Call | undefined
  while (!progress.isOver) {
    try {
      call ??= callAs(baseUrl, await signIn(baseUrl, account))
      const { status, body } = await call('POST', '/tag', { label, color: 'blue' })
      if (status === 201) progress.tagIds.push(body.tag.id)
      if (status === 401) call = undefined
      // Writing without a break would take the processor from the tests beside it.
      await setTimeout(status === 201 ? 5 : 20)
    } catch {
      await setTimeout(20)
    }
  }
}

async function moreChanges({ progress }: Scene, count: number): Promise<void> {
  const wanted = progress.tagIds.length + count
  await until(`${count} further changes`, () => progress.tagIds.length >= wanted)
}

async function kill(scene: Scene, death: Death, random: () => number): Promise<void> {
  const { service, dataDir } = scene
  const postmaster = postmasterPid(dataDir)
  const killService = () => process.kill(service.pid, 'SIGKILL')
  const killDatabase = () => postmaster && process.kill(postmaster, 'SIGKILL')
  if (death === 'service' || death === 'database') {
    await setTimeout(random() * 300)
    if (death === 'service') killService()
    else killDatabase()
  } else if (death === 'before answer') {
    await onRequest(scene.receiver, killService)
  } else if (death === 'before claim') {
    await whileLocked(dataDir, 'webhook_endpoint in share mode', async () => {
      await moreChanges(scene, 1)
      killService()
    })
  } else if (death === 'before note') {
    await whileLocked(dataDir, 'webhook_attempt in access exclusive mode', async (owner) => {
      await waitingStatement(owner, 'insert into webhook_attempt%')
      killService()
      // The server has the whole transaction by then, and would complete it.
      await owner.query(endWaiting)
    })
  } else {
    await whileLocked(dataDir, 'webhook_delivery in access exclusive mode', async (owner) => {
      await waitingStatement(owner, 'with head as%')
      killDatabase()
      killService()
    })
  }
}

/** Does something when the next request has come, which is not answered. */
async function onRequest(receiver: WebhookReceiver, work: () => void): Promise<void> {
  await new Promise<void>((done) => {
    receiver.answer(() => {
      work()
      done()
      return 'hang'
    })
  })
  receiver.answer(200)
}

/** Does something while a table of the service's database is locked, so that the service stops at this point. */
async function whileLocked(
  dataDir: string,
  lock: string,
  work: (owner: pg.Client) => Promise<void>,
): Promise<void> {
  const owner = new pg.Client(ownerOf(dataDir))
  // It may be the database that is killed.
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query(`lock table ${lock}`)
    await work(owner)
  } finally {
    await owner.end().catch(() => {})
  }
}

async function waitingStatement(owner: pg.Client, pattern: string): Promise<void> {
  await until(pattern, async () => {
    // Within a transaction, activity is shown as it was at the first look.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and ltrim(query) like $1`,
      [pattern],
    )
    return rows.length > 0
  })
}

const endWaiting = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`

function ownerOf(dataDir: string): pg.ClientConfig {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const [, , , port, socketFolder, address] = lines.map((line) => line.trim())
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const host = socketFolder || address || '127.0.0.1'
  return { host, port: Number(port), user: 'timbre', database: 'timbre', password }
}

/** Lets the leases of killed processes end now, which they would do after 45 seconds. No service runs meanwhile. */
async function endLeases(dataDir: string): Promise<void> {
  const { database, close } = await openDatabase({ dataDir, log: () => {} })
  await database.inSystem((sql) =>
    sql.run(`update webhook_delivery set leased_until = null where leased_until is not null`),
  )
  await close()
}

/** However many events wait, as long as they become fewer. */
async function allSent(call: Call, hooks: readonly Hook[]): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; before > 0; ) {
    await until('an event is sent', async () => {
      const answers = await Promise.all(hooks.map(({ id }) => call('GET', `/webhook/${id}`)))
      const waiting = answers.reduce((sum, { body }) => sum + Number(body?.webhook?.health.waiting), 0)
      const isFewer = waiting < before
      if (isFewer) before = waiting
      return isFewer
    })
  }
}

const patienceSeconds = 120

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceSeconds * 1_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${patienceSeconds} s: ${what}`)
    await setTimeout(5)
  }
}

async function compare(
  { dataDir, receiver, progress }: Scene,
  { accountId, start, paths }: { accountId: string; start: number; paths: readonly string[] },
): Promise<Outcome> {
  const { database, close } = await openDatabase({ dataDir, log: () => {} })
  const [tags, events] = await database.inAccount(accountId, (sql) =>
    Promise.all([
      sql.rows<{ id: string }>('select id from tag where account_id = $1 and label = $2', [accountId, label]),
      sql.rows<{ id: string; seq: number; type: string; tagId: string }>(
        `select id, seq::float8 as seq, type, body->'data'->>'tagId' as "tagId" from event
          where account_id = $1 and seq > $2 order by seq`,
        [accountId, start],
      ),
    ]),
  )
  await close()
  const stored = new Set(tags.map(({ id }) => id))
  // The endpoints hear of tags only; the demo has other events, such as of an invite that expires meanwhile.
  const ofTags = events.filter(({ type }) => type.startsWith('tag.'))
  const told = Map.groupBy(ofTags, ({ tagId }) => tagId)
  const bodies = bodiesOf(receiver)
  const numbers = new Set(events.map(({ seq }) => seq))
  const last = events.at(-1)?.seq ?? start
  return {
    acknowledged: progress.tagIds.length,
    lost: progress.tagIds.filter((id) => !stored.has(id)),
    unmatched: [
      ...[...stored].filter((id) => told.get(id)?.length !== 1),
      ...[...told.keys()].filter((id) => !stored.has(id)),
    ],
    gaps: Array.from({ length: last - start }, (_, index) => start + index + 1).filter(
      (seq) => !numbers.has(seq),
    ),
    undelivered: ofTags
      .flatMap(({ id }) => paths.map((path) => `${path} ${id}`))
      .filter((key) => !bodies.has(key)),
    repeated: [...bodies.values()].reduce((sum, all) => sum + all.length - 1, 0),
    altered: [...bodies.values()].filter((all) => new Set(all).size > 1).length,
  }
}

/** The bodies that each endpoint has received of each event, by `path event`. */
function bodiesOf({ received }: WebhookReceiver): Map<string, string[]> {
  const bodies = new Map<string, string[]>()
  for (const { path, body, headers } of received) {
    const key = `${path} ${(JSON.parse(body) as Json).id}`
    if (headers['webhook-id'] !== (JSON.parse(body) as Json).id) throw new Error(`Another id: ${key}`)
    bodies.set(key, [...(bodies.get(key) ?? []), body])
  }
  return bodies
}
