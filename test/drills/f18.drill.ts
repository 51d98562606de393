import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { serveDuring, startBalancer } from '../support/balancer.ts'
import { drillFault } from '../support/fault-drill.ts'
import { cleanUp } from '../support/process.ts'
import { newestRelease, prepareRelease, withMigrationsOfThisVersion } from '../support/release.ts'
import { freePort, signIn } from '../support/service.ts'
import {
  addBulk,
  createUpgradedDatabase,
  exchange,
  readDemo,
  schemaOf,
  sharedSettings,
  signInToBoth,
  startRelease,
} from '../support/upgrade-steps.ts'

const root = join(import.meta.dirname, '../..')
const people = Number(process.env.DRILL_PEOPLE ?? 20_000)
const rounds = Number(process.env.DRILL_ROUNDS ?? 10)

const from = process.env.DRILL_FROM ?? newestRelease()
const needsRelease = {
  cannotRun: from === undefined && 'no version has a tag yet; name a commit with --from',
}
let release = ''
beforeAll(() => {
  if (from !== undefined) release = prepareRelease(from)
}, 600_000)
afterAll(cleanUp)

drillFault(
  'F18',
  'a migration and two versions side by side',
  async ({ none, least, most }) => {
    const database = await createUpgradedDatabase()
    const balancer = await startBalancer(await freePort())
    const settings = sharedSettings(database, balancer.url)
    const older = await startRelease(release, { ...settings, DEMO: 'on' })
    await older.ready()
    balancer.setInstances([older.url])
    const demo = readDemo(older.dataDir)
    const { demo: account, other } = demo.accounts
    if (!account || !other) throw new Error('demo.json names no account')
    await addBulk(database, other.id, people)
    const token = await signIn(`${older.url}/api/v4`, account)
    let compared: string[] = []
    let migrated = 0
    const served = await serveDuring({ url: balancer.url, perSecond: 50, token }, async () => {
      await setTimeout(2_000)
      // Somebody's long query, which every migration of these tables meets.
      const reader = await database.open()
      await reader.query('begin')
      await reader.query('select count(*) from profile; select count(*) from audit_entry')
      const ended = setTimeout(30_000).then(() => reader.end())
      const newer = await startRelease(root, { ...settings, DRAIN_SECONDS: '5' })
      migrated = await newer.ready()
      compared = await exchange(await signInToBoth(older, newer, demo), demo)
      balancer.setInstances([older.url, newer.url])
      await setTimeout(3_000)
      balancer.setInstances([newer.url])
      await setTimeout(1_000)
      await older.stop()
      await setTimeout(2_000)
      await ended
    })
    const verified = spawnSync(
      join(root, 'node_modules/.bin/node'),
      ['scripts/audit.ts', 'verify', '--account', account.id],
      { cwd: root, env: { PATH: process.env.PATH, ...settings }, encoding: 'utf8' },
    )
    console.info(verified.stdout.trim().split('\n').at(-1), `ready after ${Math.round(migrated)} s`)
    least('requests', served.requests, 100)
    none('failed', served.failed)
    most('slowest answer', served.slowestMilliseconds / 1_000, 2.5, 's')
    least('answers of both versions compared', compared.length, 20)
    most('exit code of audit verify', verified.status ?? 99, 0)
  },
  needsRelease,
)

drillFault(
  'F18',
  'a version killed while it migrates',
  async ({ least, none }) => {
    const differing: string[] = []
    const original = await createUpgradedDatabase()
    const settings = sharedSettings(original, 'http://127.0.0.1:9')
    const older = await startRelease(release, { ...settings, DEMO: 'on' })
    await older.ready()
    await addBulk(original, readDemo(older.dataDir).accounts.other?.id ?? '', people)
    await older.stop()
    const start = async (database: typeof original) =>
      startRelease(root, { ...settings, DATABASE_URL: database.url })
    const whole = await original.copy()
    const undisturbed = await start(whole)
    await undisturbed.ready()
    await undisturbed.stop()
    const wanted = await schemaOf(whole)
    const names = (await whole.rows<{ name: string }>('select name from migration order by name')).map(
      ({ name }) => name,
    )
    const had = new Set(
      (await original.rows<{ name: string }>('select name from migration')).map((row) => row.name),
    )
    const steps = names.filter((name) => !had.has(name))
    let midway = 0
    for (let round = 0; round < Math.max(rounds, steps.length); round += 1) {
      const database = await original.copy()
      const killed = await start(database)
      // In the middle of the next file after this one.
      const seen = steps[round % steps.length] ?? ''
      const watching = await database.open()
      for (;;) {
        const { rows } = await watching.query(
          `select (select count(*) from migration where name = $1)::int as count,
           (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
              and state = 'active' and query ~ '(create|alter) ')::int as changing`,
          [steps[steps.indexOf(seen) - 1] ?? [...had][0] ?? ''],
        )
        if ((rows[0].count > 0 && rows[0].changing > 0) || !killed.isRunning()) break
        const done = await watching.query('select count(*)::int as count from migration where name = $1', [
          seen,
        ])
        if (done.rows[0].count > 0) break
      }
      process.kill(killed.pid, 'SIGKILL')
      await killed.ended
      const { rows } = await watching.query('select count(*)::int as count from migration')
      if (rows[0].count < names.length) midway += 1
      await watching.end()
      const again = await start(database)
      await again.ready()
      if (!isDeepStrictEqual(await schemaOf(database), wanted)) differing.push(seen)
      await again.stop()
    }
    least('kills', Math.max(rounds, steps.length), 1)
    least('of these in the middle of a migration', midway, 1)
    none('schemas that differ after the next start', differing)
  },
  needsRelease,
)

drillFault(
  'F18',
  'the tests of the previous release on the database of this version',
  async ({ none, least }) => {
    const folder = withMigrationsOfThisVersion(release)
    const report = join(folder, '.cache/upgrade.json')
    spawnSync(
      join(folder, 'node_modules/.bin/vitest'),
      [
        'run',
        '--reporter=json',
        `--outputFile=${report}`,
        'test/rest',
        'test/mcp',
        'test/oauth',
        'test/journeys',
      ],
      {
        cwd: folder,
        stdio: 'ignore',
        env: { ...process.env, PATH: `${folder}/node_modules/.bin:${process.env.PATH}` },
      },
    )
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: { status: string; fullName: string }[] }[]
    }
    const results = testResults.flatMap((file) => file.assertionResults)
    const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    least('passed', results.filter(({ status }) => status === 'passed').length, 100)
    none(
      'failed',
      failed.filter((name) => !knowsTheSchema.test(name)),
    )
  },
  needsRelease,
)

/** Tests that compare the tables with a list of their own, and find more. */
const knowsTheSchema = /every table|each table|all tables/i
