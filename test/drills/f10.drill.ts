import { execFileSync } from 'node:child_process'
import { lchownSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll } from 'vitest'
import { ownerOf } from '../../scripts/bench/service-process.ts'
import { createIdentity } from '../../src/backup/sealed-file.ts'
import { createTestDatabase } from '../support/database.ts'
import { secondsOf, untilReady } from '../support/drill-load.ts'
import { type DrillService, startDrillService } from '../support/drill-service.ts'
import { drillFault, type Measure } from '../support/fault-drill.ts'
import { copyDataDir } from '../support/prepared-data-dir.ts'
import { cleanUp, postmasterPid, startProcess } from '../support/process.ts'
import { shellOf } from '../support/scripts.ts'
import { callAs, freePort, startTestService } from '../support/service.ts'
import { cannotMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

const root = join(import.meta.dirname, '../..')
const node = join(root, 'node_modules/.bin/node')
const fullSeconds = 15

afterAll(cleanUp)

drillFault(
  'F10',
  'the disk of data and log of the database full',
  async (measure) => {
    const disk = mountSmallDisk(1_024)
    execFileSync('cp', ['-a', `${await copyDataDir('demo')}/.`, disk.folder])
    const service = await startDrillService({}, { dataDir: disk.folder })
    await fillUnder(service, disk, measure)
  },
  { cannotRun: cannotMount },
)

drillFault(
  'F10',
  'the disk of the write-ahead log full',
  async (measure) => {
    const { dataDir, disk } = await dataDirWithLogElsewhere()
    const service = await startDrillService({}, { dataDir })
    await fillUnder(service, disk, measure)
  },
  { cannotRun: cannotMount },
)

drillFault(
  'F10',
  'the disk of the write-ahead log full and no reserve, until the server ends',
  async (measure) => {
    const { dataDir, disk } = await dataDirWithLogElsewhere()
    const service = await startDrillService({ DISK_RESERVE_MB: '0' }, { dataDir })
    await fillUnder(service, disk, measure, { endsServer: true })
  },
  { cannotRun: cannotMount },
)

async function dataDirWithLogElsewhere(): Promise<{ dataDir: string; disk: SmallDisk }> {
  const dataDir = await copyDataDir('demo')
  const disk = mountSmallDisk(768)
  const log = join(dataDir, 'postgres/pg_wal')
  const { uid, gid } = statSync(log)
  execFileSync('cp', ['-a', `${log}/.`, disk.folder])
  execFileSync('chown', [`${uid}:${gid}`, disk.folder])
  rmSync(log, { recursive: true })
  symlinkSync(disk.folder, log)
  lchownSync(log, uid, gid)
  return { dataDir, disk }
}

/** Fills the disk under writers and readers, and frees it again. */
async function fillUnder(
  service: DrillService,
  disk: SmallDisk,
  measure: Measure,
  { endsServer = false } = {},
): Promise<void> {
  const { url, isRunning } = service.running()
  const load = service.load({ writers: 4, readers: 2 })
  await load.more(200)
  const server = postmasterPid(service.dataDir)
  disk.fill()
  const full = performance.now()
  if (endsServer) await useUpLogFiles(service.dataDir)
  await setTimeout(fullSeconds * 1_000)
  const meanwhile = load.answers.filter(({ at }) => at > full + 1_000)
  const body = (await (await fetch(`${url}/readyz`)).json()) as Record<string, unknown>
  disk.free()
  const freed = performance.now()
  const green = await untilReady(url)
  const written = await load.untilWritten(freed)
  const serverAfter = postmasterPid(service.dataDir)
  const wasRunning = isRunning()
  const { lost, doubled, unaudited, code } = await service.settle(load)
  const verified = await shellOf(service.environment, 'audit')('verify')
  const reads = meanwhile.filter(({ what }) => what.startsWith('GET'))
  const writes = meanwhile.filter(({ what }) => what.startsWith('POST'))
  process.stdout.write(`readyz ${JSON.stringify(body)}; ${lastLines(service.dataDir)}\n`)
  const refusedReads = reads.filter(({ status }) => status !== 200).map(({ status }) => status)
  measure.least('reads meanwhile', reads.length, 50)
  if (endsServer) measure.least('of these refused', refusedReads.length, 1)
  else measure.none('of these refused', refusedReads)
  measure.least('writes refused with 503', writes.filter(({ status }) => status === 503).length, 5)
  measure.none('answers other than 2xx and 503', load.wrong)
  measure.none('lost', lost)
  measure.none('doubled', doubled)
  measure.none('without one entry of the audit log', unaudited)
  measure.none('restarts of the service', wasRunning ? [] : ['it ended'])
  if (!endsServer)
    measure.none(
      'restarts of the database',
      server === serverAfter ? [] : [`${server} is ${serverAfter} now`],
    )
  measure.most('slowest answer', secondsOf(load.answers), 8, 's')
  measure.most('/readyz green after', green, 3, 's')
  measure.most('written again after', written, 3, 's')
  measure.most('exit codes of stop and audit verify', Number(code) + verified.code, 0)
}

/** Files of the log that wait to be used again have their place on the disk already. Uses them up, at most a hundred. */
async function useUpLogFiles(dataDir: string): Promise<void> {
  const owner = new pg.Client(ownerOf(dataDir))
  owner.on('error', () => {})
  await owner.connect()
  for (let count = 0, hasRoom = true; hasRoom && count < 100; count += 1) {
    // A change of its own, since a file without one is not closed.
    const next = owner.query(`select pg_logical_emit_message(false, 'drill', 'next'), pg_switch_wal()`)
    hasRoom = await Promise.race([
      next.then(() => true).catch(() => false),
      setTimeout(5_000, false, { ref: false }),
    ])
    await setTimeout(20)
  }
  await owner.end().catch(() => {})
}

function lastLines(dataDir: string): string {
  return readFileSync(join(dataDir, 'postgres.log'), 'utf8').trim().split('\n').slice(-4).join(' | ')
}

drillFault(
  'F10',
  'the disk of the log full for 10 s',
  async ({ most, none, least }) => {
    const disk = mountSmallDisk(64)
    const log = join(disk.folder, 'log')
    const service = await startDrillService(
      { LOG_LEVEL: 'info' },
      {
        start: (environment) =>
          startProcess(environment, root, ['sh', '-c', `exec ${node} src/main.ts >>${log}`]),
      },
    )
    const load = service.load()
    await load.more(100)
    disk.fill()
    const full = performance.now()
    await setTimeout(10_000)
    const meanwhile = load.answers.filter(({ at }) => at > full)
    disk.free()
    const freed = performance.now()
    // Up to 16 MB wait in memory; further lines are dropped and counted.
    const dropped = () => Number(/"dropped":(\d+)/.exec(readFileSync(log, 'utf8'))?.[1] ?? 0)
    const atEnd = statSync(log).size
    while (statSync(log).size === atEnd && performance.now() - freed < 30_000) await setTimeout(20)
    const after = (performance.now() - freed) / 1_000
    const { lost } = await service.settle(load)
    const requests = load.answers.length
    const lines = readFileSync(log, 'utf8').split('"msg":"request"').length - 1
    least('requests meanwhile', meanwhile.length, 100)
    none(
      'of these failed',
      meanwhile.filter(({ status }) => status > 299).map(({ status }) => status),
    )
    none('lost', lost)
    least('lines and dropped lines', lines + dropped(), requests)
    most('lines again after', after, 2, 's')
  },
  { cannotRun: cannotMount },
)

drillFault(
  'F10',
  'BACKUP_DIR full',
  async ({ most, none, least }) => {
    const disk = mountSmallDisk(8)
    const { recipient } = await createIdentity()
    const service = await startDrillService({ BACKUP_DIR: disk.folder, BACKUP_RECIPIENT: recipient })
    const { url } = service.running()
    const load = service.load({ writers: 2 })
    await load.more(50)
    disk.fill()
    const full = performance.now()
    const backup = shellOf(service.environment)
    const refused = await backup('backup now --json')
    const listed = await backup('backup list --json')
    await setTimeout(3_000)
    const ready = await fetch(`${url}/readyz`)
    const meanwhile = load.answers.filter(({ at }) => at > full)
    const { lost } = await service.settle(load)
    process.stdout.write(`backup now: ${refused.stderr}\n`)
    most('exit code of backup now', Math.abs(refused.code - 1), 0)
    most('lines that it prints', refused.stderr.trim().split('\n').length, 1)
    none('backups listed as good', listed.json?.backups ?? ['no list'])
    least('requests meanwhile', meanwhile.length, 50)
    none(
      'of these failed',
      meanwhile.filter(({ status }) => status > 299).map(({ status }) => status),
    )
    none('lost', lost)
    most('status of /readyz', ready.status, 200)
  },
  { cannotRun: cannotMount },
)

drillFault(
  'F10',
  'DATA_DIR full, the database elsewhere',
  async ({ none, least, most }) => {
    const disk = mountSmallDisk(8)
    const db = await createTestDatabase()
    const key = Buffer.alloc(32, 9).toString('base64url')
    const addresses = { DATABASE_URL: db.url, DATABASE_OWNER_URL: db.ownerUrl }
    // npm run database -- prepare
    execFileSync(node, ['scripts/database.ts', 'prepare'], {
      cwd: root,
      env: { ...process.env, ...addresses },
    })
    const made = await startTestService({ SECRET_KEY: key }, { db })
    const { token } = await made.account()
    const running = startProcess({
      ...{ DATABASE_URL: db.url, SECRET_KEY: key, PUBLIC_URL: made.url, DATA_DIR: disk.folder },
      ...{ PORT: String(await freePort()), DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    })
    await running.ready()
    disk.fill()
    const call = callAs(`${running.url}/api/v4`, token)
    const statuses: number[] = []
    const until = performance.now() + 10_000
    for (let count = 0; performance.now() < until; count += 1) {
      statuses.push((await call('POST', '/profile', { firstName: `Full ${count}` })).status)
      statuses.push((await call('GET', '/account')).status)
      await setTimeout(20)
    }
    disk.free()
    const code = await running.stop()
    const written = await db.admin<{ count: number }>(
      `select count(*)::int as count from profile where first_name like 'Full %'`,
    )
    least('requests', statuses.length, 100)
    none(
      'failed',
      statuses.filter((status) => status > 299),
    )
    none(
      'lost',
      written[0]?.count === statuses.filter((status) => status === 201).length ? [] : ['some are missing'],
    )
    most('exit code', Number(code), 0)
  },
  { cannotRun: cannotMount },
)
