import { chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll } from 'vitest'
import { ownerOf } from '../../scripts/bench/service-process.ts'
import { createIdentity } from '../../src/backup/sealed-file.ts'
import { openDatabase } from '../../src/database/open.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault } from '../support/fault-drill.ts'
import { copyDataDir } from '../support/prepared-data-dir.ts'
import { cleanUp, newDataDir, postmasterPid, startProcess } from '../support/process.ts'
import { shellOf } from '../support/scripts.ts'
import { callAs, freePort } from '../support/service.ts'

const blockBytes = 8192

afterAll(cleanUp)

drillFault('F23', 'a flipped byte in a page of a table', async ({ most, none, least }) => {
  const metrics = `127.0.0.1:${await freePort()}`
  const service = await startDrillService({ METRICS_LISTEN: metrics })
  const load = service.load({ writers: 4 })
  await load.more(300)
  await load.stop()
  await service.running().stop()
  const damaged = await flipPageOf(service.dataDir, service.accountId)
  await service.again()
  const { url } = service.running()
  const call = callAs(`${url}/api/v4`, service.token)
  const reader = await call('GET', `/profile/${damaged.id}`)
  const others = await Promise.all(damaged.others.map((id) => call('GET', `/profile/${id}`)))
  const written = await call('POST', '/profile', { firstName: 'Afterwards' })
  // The look at the database comes once a second.
  await setTimeout(1_500)
  const ready = await fetch(`${url}/readyz`)
  const parts = (await ready.json()) as { reasons?: Record<string, string> }
  const gauges = await (await fetch(`http://${metrics}/metrics`)).text()
  await service.running().stop()
  process.stdout.write(`${reader.status} ${reader.text} ${JSON.stringify(parts)}\n`)
  none(
    'readers of the page not refused',
    [reader].filter(({ status }) => status !== 503).map(({ text }) => text),
  )
  none(
    'error code',
    [reader.body?.error?.code].filter((code) => code !== 'data_damaged'),
  )
  least('readers of other pages', others.length, 5)
  none(
    'of these refused',
    others.filter(({ status }) => status !== 200).map(({ text }) => text),
  )
  most('status of a write', written.status, 201)
  none('name at /readyz', parts.reasons?.data === 'damaged' ? [] : [JSON.stringify(parts)])
  most('status of /readyz', ready.status, 200)
  none('metric of the alert', /^timbre_ready\{part="data"\} 0$/m.test(gauges) ? [] : ['timbre_ready'])
})

type Damage = {
  /** A person on the page. */
  id: string
  /** People on other pages. */
  others: string[]
}

/**
 * Flips a bit in a page of a stopped cluster that has rows of people. It is not the last page: new rows go there, so
 * damage to it refuses new people, too.
 */
async function flipPageOf(dataDir: string, accountId: string): Promise<Damage> {
  const { database, close } = await openDatabase({ dataDir, log: () => {} })
  const rows = await database.inAccount(accountId, (sql) =>
    sql.rows<{ id: string; block: number }>(
      `select id, (ctid::text::point)[0]::int as block from profile where account_id = $1`,
      [accountId],
    ),
  )
  const file = await database.inSystem((sql) =>
    sql.row<{ path: string }>(`select pg_relation_filepath('profile') as path`),
  )
  await close()
  const last = Math.max(...rows.map((row) => row.block))
  const damaged = rows.filter((row) => row.block < last).at(-1)
  if (!damaged || !file) throw new Error('All people are on one page')
  const { id, block } = damaged
  flipByte(join(dataDir, 'postgres', file.path), (block + 1) * blockBytes - 20)
  return {
    id,
    others: rows
      .filter((row) => row.block !== block)
      .map((row) => row.id)
      .slice(0, 10),
  }
}

function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

drillFault('F23', 'a flipped byte in the write-ahead log, after a kill', async ({ none, least, most }) => {
  const service = await startDrillService()
  const load = service.load({ mayLose: true })
  await load.more(200)
  const place = await placeInLog(service.dataDir)
  await load.more(500)
  // The audit anchors are written once a minute.
  await setTimeout(62_000)
  const postmaster = postmasterPid(service.dataDir)
  const { pid, ended } = service.running()
  process.kill(pid, 'SIGKILL')
  if (postmaster) process.kill(postmaster, 'SIGKILL')
  await ended
  await load.stop()
  flipByte(join(service.dataDir, 'postgres/pg_wal', place.file), place.at)
  const said: string[] = []
  const started = await service.again().then(
    () => true,
    (error: Error) => {
      said.push(`The start is refused: ${error.message.trim().split('\n').at(-1)}`)
      return false
    },
  )
  if (started) {
    await setTimeout(6_000)
    said.push(
      ...(service
        .running()
        .stdout()
        .match(/"msg":"audit[^"]*"/g) ?? []),
    )
    const { lost } = await service.settle(load)
    least('lost, as PostgreSQL ends its recovery there', lost.length, 1)
    const verified = await shellOf(service.environment, 'audit')('verify')
    most('exit code of audit verify, less one', Math.abs(verified.code - 1), 0)
  }
  const log = readFileSync(join(service.dataDir, 'postgres.log'), 'utf8')
  said.push(
    ...(log.match(/(incorrect resource manager data checksum|invalid record|unexpected pageaddr).*/g) ?? []),
  )
  process.stdout.write(`${said.join('\n')}\n`)
  none('signs missing', said.some((line) => /audit|refused/.test(line)) ? [] : ['the service says nothing'])
})

/** A file of the log, and the place in it that is written next. */
async function placeInLog(dataDir: string): Promise<{ file: string; at: number }> {
  const client = new pg.Client(ownerOf(dataDir))
  await client.connect()
  const { rows } = await client.query<{ file: string; at: number }>(
    `select (pg_walfile_name_offset(lsn)).file_name as file, (pg_walfile_name_offset(lsn)).file_offset as at
       from pg_current_wal_insert_lsn() as lsn`,
  )
  await client.end()
  const [found] = rows
  if (!found) throw new Error('The server names no place in its log')
  // Inside of the next record.
  return { file: found.file, at: found.at + 40 }
}

drillFault('F23', 'a flipped byte in each file of a backup', async ({ least, none }) => {
  const backupDir = newDataDir()
  const { identity, recipient } = await createIdentity()
  const identityFile = join(newDataDir(), 'identity.txt')
  writeFileSync(identityFile, identity)
  const service = await startDrillService({ BACKUP_DIR: backupDir, BACKUP_RECIPIENT: recipient })
  const backup = shellOf(service.environment)
  let made = await backup('backup now --json')
  // The service makes its first one at its start, and two can't begin within one second.
  for (let tries = 0; tries < 5 && made.code !== 0; tries += 1) {
    await setTimeout(1_500)
    made = await backup('backup now --json')
  }
  await service.running().stop()
  if (made.code !== 0) throw new Error(made.stderr)
  const { id } = made.json.backup
  const folder = join(backupDir, id)
  const files = readdirSync(folder)
  const unnoticed: string[] = []
  const wordy: string[] = []
  for (const name of files) {
    const path = join(folder, name)
    const original = readFileSync(path)
    flipByte(path, original.length >> 1)
    const { code, stderr, stdout } = await backup(`backup verify ${id} --identity ${identityFile}`)
    const lines = `${stderr}${stdout}`.trim().split('\n')
    process.stdout.write(`${name}: ${code} ${lines.join(' | ')}\n`)
    if (code === 0) unnoticed.push(name)
    if (lines.length > 1) wordy.push(`${name}: ${lines.join(' | ')}`)
    writeFileSync(path, original)
  }
  const whole = await backup(`backup verify ${id} --identity ${identityFile}`)
  least('files', files.length, 3)
  none('not found', unnoticed)
  none('said in more than one line', wordy)
  none('whole backup refused', whole.code === 0 ? [] : [whole.stderr])
})

drillFault('F23', 'a flipped byte in audit-heads.jsonl', async ({ least, none }) => {
  const service = await startDrillService()
  const load = service.load()
  await load.more(50)
  await load.stop()
  await service.running().stop()
  const file = join(service.dataDir, 'audit-heads.jsonl')
  const original = readFileSync(file)
  const verify = shellOf(service.environment, 'audit')
  const clean = await verify('verify')
  const unnoticed: number[] = []
  const places = Array.from({ length: 8 }, (_, part) => Math.floor(((part + 0.5) * original.length) / 8))
  for (const at of places) {
    flipByte(file, at)
    const { code, stdout } = await verify('verify')
    process.stdout.write(`byte ${at}: ${code} ${stdout.trim().split('\n').at(-1)}\n`)
    if (code === 0) unnoticed.push(at)
    writeFileSync(file, original)
  }
  least('bytes flipped', places.length, 8)
  none('not found', unnoticed)
  none('faults without damage', clean.code === 0 ? [] : [clean.stdout])
})

drillFault('F23', 'postgresql.conf lost', async ({ most, none }) => {
  const DATA_DIR = await copyDataDir('demo')
  const file = join(DATA_DIR, 'postgres/postgresql.conf')
  const original = readFileSync(file)
  const { uid, gid, mode } = statSync(file)
  rmSync(file)
  const environment = { DATA_DIR, PORT: String(await freePort()), DEMO: 'on', LOG_LEVEL: 'warn' }
  const refused = startProcess(environment)
  const code = await Promise.race([
    refused.ended,
    refused.ready().then(
      () => 'ready',
      () => 'refused',
    ),
  ])
  const lines = refused.stderr().trim().split('\n')
  process.stdout.write(`${code}: ${lines.join(' | ')}\n`)
  none('started', code === 'ready' ? [code] : [])
  most('lines', lines.length, 1)
  none('name of the file', /postgresql\.conf/.test(lines.join()) ? [] : lines)
  writeFileSync(file, original, { mode })
  chownSync(file, uid, gid)
  const again = startProcess(environment)
  most('start with the file', await again.ready(), 10, 's')
  await again.stop()
})
