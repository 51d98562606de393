import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../src/scoring/random.ts'
import { compileCache } from '../test/support/process.ts'
import { instruments, shortInstruments } from './instruments.ts'
import { usualForm } from './simulation/models.ts'
import { drawSheet, latentForm } from './simulation/sheets.ts'

const folder = mkdtempSync(join(tmpdir(), 'dif-'))
afterAll(() => rmSync(folder, { recursive: true }))

const headOf = (count: number) => ['group', ...Array.from({ length: count }, (_, at) => at + 1)].join(',')
const head = headOf(120)

/** 220 people a group; the second answers statement 12 the wrong way round, as after a translation without its "not". */
function people(length: 60 | 120): string[] {
  const random = seededRandom(12)
  const { keys, norm } = instruments.focus
  const asked = (length === 60 ? shortInstruments.focus.keys : keys).items
  const form = latentForm(keys, norm, usualForm, random)
  return ['en', 'de'].flatMap((group) =>
    Array.from({ length: 220 }, () => {
      const { answers } = drawSheet(form, random)
      const given = group === 'de' ? answers.with(11, 6 - (answers[11] as number)) : answers
      return [group, ...asked.map(({ n, statement = n }) => given[statement - 1])].join(',')
    }),
  )
}

function run(lines: readonly string[], groups = 'en,de') {
  const path = join(folder, 'answers.csv')
  writeFileSync(path, lines.join('\n'))
  const script = new URL('dif.ts', import.meta.url).pathname
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  return spawnSync(process.execPath, [script, path, '--groups', groups], { encoding: 'utf8', env })
}

describe('npm run dif', () => {
  const rows = people(120)

  const reports =
    'reports the statement that one group answers the other way round, and leaves out rows with gaps'
  const expectReport = (length: 60 | 120) => {
    const { status, stdout, stderr } = run([headOf(length), ...people(length), `en${','.repeat(length)}`])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('220 people in en, 220 in de; 1 rows with missing answers left out.')
    expect(stdout).toMatch(/^12 +leadership +0\.\d{3} +< \.001/m)
  }
  test(`${reports}, in the short form`, () => expectReport(60))
  test(`${reports}, in the full form`, { tags: 'long' }, () => expectReport(120))

  const exits = (message: string, lines: readonly string[], groups: string) => {
    const { status, stdout, stderr } = run([head, ...lines], groups)
    expect([status, stdout, stderr]).toEqual([2, '', `${message}\n`])
  }

  test.each([
    [
      'The group "de" has 199 complete sheets. At least 200 are needed, so nothing is shown.',
      rows.slice(0, 419),
      'en,de',
    ],
  ])('exits 2 without a figure: %s', exits)

  test.each([
    ['Nobody is in the group "fr".', rows, 'en,fr'],
    ['Line 2, column "1": expected a whole number from 1 to 5.', [`en,6${',3'.repeat(119)}`], 'en,de'],
    ['Line 2 has 2 cells, the first line 121.', ['en,3'], 'en,de'],
    ['usage: npm run --silent dif -- answers.csv --groups first,second', rows, 'en'],
  ])('exits 2 without a figure: %s', { tags: 'long' }, exits)
})
