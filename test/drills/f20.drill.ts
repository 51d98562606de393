import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { drillFault } from '../support/fault-drill.ts'
import { copyDataDir } from '../support/prepared-data-dir.ts'
import { cleanUp, startProcess } from '../support/process.ts'
import { openedBy, rehearseRotation } from '../support/rotation.ts'
import { freePort } from '../support/service.ts'

afterAll(cleanUp)

drillFault('F20', 'SECRET_KEY rotated under load', async ({ none, least }) => {
  const people = Number(process.env.DRILL_PEOPLE ?? 200)
  const loadMilliseconds = Number(process.env.DRILL_ROUNDS ?? 10) * 1_000
  const done = await rehearseRotation({ people, loadMilliseconds })
  const opened = await openedBy(done.db, done.old)
  const fresh = await openedBy(done.db, done.fresh)
  for (const { line, code, stdout } of done.commands) console.info(`${line}: ${code}\n${stdout}`)
  least('requests', done.requests, 1)
  none('refused', done.refused)
  none(
    'values that the previous key opens',
    Object.entries(opened).filter(([, count]) => count > 0),
  )
  least('values that the new key opens', sum(fresh), people)
  none(
    'commands that failed',
    done.commands.filter(({ code }) => code !== 0).map(({ line }) => line),
  )
})

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((one, other) => one + other, 0)

const damages: Record<string, (file: string) => void> = {
  'a wrong key': (file) => writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 }),
  'a lost key': (file) => rmSync(file),
  'a half-written key': (file) =>
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20), { mode: 0o600 }),
  'an empty key': (file) => writeFileSync(file, '', { mode: 0o600 }),
}

for (const [name, damage] of Object.entries(damages))
  drillFault('F20', `a start with ${name}`, async ({ none, least, most }) => {
    const DATA_DIR = await copyDataDir('demo')
    const file = join(DATA_DIR, 'secret.key')
    const original = readFileSync(file)
    damage(file)
    const damaged = existsSync(file) ? readFileSync(file) : undefined
    const environment = { DATA_DIR, PORT: String(await freePort()), DEMO: 'on', LOG_LEVEL: 'warn' }
    const refused = startProcess(environment)
    const code = await Promise.race([refused.ended, refused.ready().then(() => 'ready')])
    const lines = refused.stderr().trim().split('\n')
    process.stdout.write(`${name}: ${lines.join('\n')}\n`)
    none('started', code === 'ready' ? ['ready'] : [])
    least('lines that name the key', lines.filter((line) => /secret\.key|SECRET_KEY/.test(line)).length, 1)
    most('lines', lines.length, 1)
    const left = existsSync(file) ? readFileSync(file) : undefined
    none(
      'overwritten',
      Buffer.compare(damaged ?? Buffer.alloc(0), left ?? Buffer.alloc(0)) === 0 ? [] : [file],
    )
    writeFileSync(file, original, { mode: 0o600 })
    const again = startProcess(environment)
    most('start with the right key', await again.ready(), 10, 's')
    await again.stop()
  })
