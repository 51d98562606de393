import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run drill` lists the drills: long checks against temporary installations that print figures. A drill is a file
 * `test/drills/NAME.drill.ts`; the suite runs a short version of each. `npm run drill -- NAME … [--rounds N] [--minutes
 * N] [--people N] [--seed N] [--from COMMIT]` runs the named drills one after the other; options reach a drill as
 * DRILL_ROUNDS and so on.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    people: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
  },
})
const folder = join(import.meta.dirname, '../test/drills')
const ending = '.drill.ts'
const known = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))
if (positionals.length === 0) {
  process.stdout.write(`Drills: ${known.join(', ')}\nRun one with npm run drill -- NAME\n`)
  process.exit(0)
}
const names = positionals.map((name) => name.toLowerCase())
const unknown = names.filter((name) => !known.includes(name))
const { from = 'HEAD', ...numbers } = values
const odd = Object.entries(numbers).filter(([, value]) => !/^[1-9]\d{0,8}$/.test(value ?? ''))
const isRevision = /^[\w][\w./~^-]{0,99}$/.test(from)
if (unknown.length > 0 || odd.length > 0 || !isRevision) {
  for (const name of unknown) process.stderr.write(`${name}: no such drill. There are ${known.join(', ')}.\n`)
  for (const [name] of odd) process.stderr.write(`--${name}: give a whole number from 1\n`)
  if (!isRevision) process.stderr.write('--from: give a commit or a tag\n')
  process.exit(2)
}
const environment = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [`DRILL_${name.toUpperCase()}`, value]),
)
let failed = 0
for (const name of names) {
  const run = spawnSync(
    'vitest',
    ['run', '--config', 'vitest.drill.config.ts', `test/drills/${name}${ending}`],
    { stdio: 'inherit', env: { ...process.env, ...environment } },
  )
  if (run.status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
