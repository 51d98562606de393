import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../src/scoring/random.ts'
import { compileCache } from '../test/support/process.ts'
import { instruments } from './instruments.ts'
import { usualForm } from './simulation/models.ts'
import { drawSheet, latentForm } from './simulation/sheets.ts'

const folder = mkdtempSync(join(tmpdir(), 'dif-'))
afterAll(() => rmSync(folder, { recursive: true }))

const head = ['group', ...Array.from({ length: 120 }, (_, at) => at + 1)].join(',')

/** 220 people a group; the second answers statement 12 the wrong way round, as after a translation without its "not". */
function people(): string[] {
  const random = seededRandom(12)
  const { keys, norm } = instruments.focus
  const form = latentForm(keys, norm, usualForm, random)
  return ['en', 'de'].flatMap((group) =>
    Array.from({ length: 220 }, () => {
      const { answers } = drawSheet(form, random)
      const given = group === 'de' ? answers.with(11, 6 - (answers[11] as number)) : answers
      return [group, ...given].join(',')
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
  const rows = people()

  test('reports the statement that one group answers the other way round, and leaves out rows with gaps', () => {
    const { status, stdout, stderr } = run([head, ...rows, `en${','.repeat(120)}`])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('220 people in en, 220 in de; 1 rows with missing answers left out.')
    expect(stdout).toMatch(/^12 +leadership +0\.\d{3} +< \.001/m)
  })

  test.each([
    ['Nobody is in the group "fr".', rows, 'en,fr'],
    [
      'The group "de" has 199 complete sheets. At least 200 are needed, so nothing is shown.',
      rows.slice(0, 419),
      'en,de',
    ],
    ['Line 2, column "1": expected a whole number from 1 to 5.', [`en,6${',3'.repeat(119)}`], 'en,de'],
    ['Line 2 has 2 cells, the first line 121.', ['en,3'], 'en,de'],
    ['usage: npm run --silent dif -- answers.csv --groups first,second', rows, 'en'],
  ])('exits 2 without a figure: %s', (message, lines, groups) => {
    const { status, stdout, stderr } = run([head, ...lines], groups)
    expect([status, stdout, stderr]).toEqual([2, '', `${message}\n`])
  })
})
