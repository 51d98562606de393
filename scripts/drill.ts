import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FaultReport } from '../test/support/fault-drill.ts'

/**
 * `npm run drill` lists the drills: long checks against temporary installations that print figures. A drill is a file
 * `test/drills/NAME.drill.ts`; F1 to F23 are the faults of docs/drills.md. `npm run drill -- NAME … [--rounds N]
 * [--minutes N] [--people N] [--seed N] [--from COMMIT]` runs the named drills; options reach a drill as DRILL_ROUNDS
 * and so on; `--hours N` are sixty minutes each. `npm run drill -- short` runs the faults of each commit, which take at most three minutes. At the end each
 * fault has one line: whether its bounds were held, what was measured, and the bounds.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    hours: { type: 'string' },
    people: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
  },
})
const sets: Record<string, readonly string[]> = { short: ['f1', 'f3', 'f6', 'f7', 'f17'] }
/** Names of before, which decision records mention. */
const aliases: Record<string, string> = { 'mail-outage': 'f7', 'rotate-secret-key': 'f20' }
const folder = join(import.meta.dirname, '../test/drills')
const ending = '.drill.ts'
const known = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))
const { from = 'HEAD', set, ...numbers } = values
const asked = [...positionals, ...(set === undefined ? [] : [set])].map((name) => name.toLowerCase())
if (asked.length === 0) {
  process.stdout.write(`Drills: ${known.join(', ')}\nRun one with npm run drill -- NAME\n`)
  process.exit(0)
}
const names = [...new Set(asked.flatMap((name) => sets[name] ?? [aliases[name] ?? name]))]
const unknown = names.filter((name) => !known.includes(name))
const odd = Object.entries(numbers).filter(([, value]) => !/^[1-9]\d{0,8}$/.test(value ?? ''))
const isRevision = /^[\w][\w./~^-]{0,99}$/.test(from)
if (unknown.length > 0 || odd.length > 0 || !isRevision) {
  for (const name of unknown) process.stderr.write(`${name}: no such drill. There are ${known.join(', ')}.\n`)
  for (const [name] of odd) process.stderr.write(`--${name}: give a whole number from 1\n`)
  if (!isRevision) process.stderr.write('--from: give a commit or a tag\n')
  process.exit(2)
}
const reports = mkdtempSync(join(tmpdir(), 'timbre-drill-'))
const DRILL_REPORT = join(reports, 'faults.jsonl')
const { hours, ...others } = numbers
const minutes = hours === undefined ? others.minutes : String(60 * Number(hours))
const environment = Object.fromEntries(
  Object.entries({ ...others, minutes, from: values.from }).map(([name, value]) => [
    `DRILL_${name.toUpperCase()}`,
    value,
  ]),
)
const run = spawnSync(
  'vitest',
  ['run', '--config', 'vitest.drill.config.ts', ...names.map((name) => `test/drills/${name}${ending}`)],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment,
      DRILL_REPORT,
      DRILL_SHORT: asked.some((name) => name in sets) ? '1' : '',
    },
  },
)
const lines = existsSync(DRILL_REPORT) ? readFileSync(DRILL_REPORT, 'utf8').trim().split('\n') : []
rmSync(reports, { recursive: true })
const parts = lines.map((line) => JSON.parse(line) as FaultReport)
const faults = names.filter((name) => /^f\d+$/.test(name)).map((name) => name.toUpperCase())
const verdicts = faults.map((fault) => {
  const own = parts.filter((part) => part.fault === fault)
  const verdict = verdictOf(own)
  const texts = own.map(({ part, figures, reason, outcome }) => {
    const measured = figures.map(({ name, value, bound, isHeld }) => {
      return `${name} ${value} (${bound}${isHeld ? '' : ', exceeded'})`
    })
    const why = reason ? [`${outcome}: ${reason}`] : []
    return `${part}: ${[...measured, ...why].join(', ')}`
  })
  process.stdout.write(`${fault.padEnd(4)} ${verdict.padEnd(9)} ${texts.join('; ')}\n`)
  return verdict
})
if (verdicts.length > 0) {
  const counts = [...Map.groupBy(verdicts, (verdict) => verdict)].map(
    ([verdict, all]) => `${all.length} ${verdict}`,
  )
  process.stdout.write(`${verdicts.length} faults: ${counts.join(', ')}\n`)
}
process.exit(run.status === 0 && !verdicts.includes('not held') ? 0 : 1)

/** A fault of which a part did not run is never held. */
function verdictOf(own: readonly FaultReport[]): 'held' | 'not held' | 'in part' | 'not run' {
  if (own.some(({ outcome }) => outcome === 'not held')) return 'not held'
  const held = own.filter(({ outcome }) => outcome === 'held').length
  if (held === 0) return 'not run'
  return held === own.length ? 'held' : 'in part'
}
