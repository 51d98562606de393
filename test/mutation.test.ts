import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compare, type Judged, judgedFile, type Mutant, placeOf, root } from '../scripts/mutation/judged.ts'
import { changesOf, filesWithSql } from '../scripts/mutation/sql.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const judged: Judged[] = JSON.parse(readFileSync(judgedFile, 'utf8'))
const mutated: string[] = JSON.parse(read('scripts/mutation/stryker.json')).mutate

describe('mutants that no test notices', () => {
  test('have a reason each, and their code still exists', () => {
    const faults = judged.filter(({ file, line, from, to, why }) => {
      const isThere = read(file)
        .split('\n')
        .some((one) => one.trim() === line && (line.includes(from) || from === ''))
      return !isThere || from === to || !/^[A-Z].{20,}\.$/.test(why)
    })
    expect(faults).toEqual([])
  })

  test('are made in the files that decide about access', () => {
    const gate = readdirSync(join(root, 'src/gate')).filter((name) => !/test|access-request/.test(name))
    const deciding = [
      ...gate.map((name) => `gate/${name}`),
      'identity/token-verifier.ts',
      'identity/authorization/records.ts',
    ]
    expect(mutated).toEqual(deciding.map((name) => `src/${name}`))
    expect(
      judged.map(({ file }) => file).filter((file) => !mutated.includes(file) && !filesWithSql[file]),
    ).toEqual([])
  })
})

describe('changed SQL statements', () => {
  const text = `const found = \`select 1 from a
    where a = $1 and not exists (select 2)\``

  test('are made in SQL, one at a time, and nowhere else', () => {
    const made = changesOf('a.ts', `const plain = 'this and that'\n${text}`)
    const words = made.map(({ start, end, to }) => [
      `const plain = 'this and that'\n${text}`.slice(start, end),
      to,
    ])
    expect(words).toEqual([
      [' = ', ' <> '],
      [' and ', ' or '],
      [' not exists ', ' exists '],
    ])
  })

  test('are found in each named file', () => {
    for (const file of Object.keys(filesWithSql))
      expect(changesOf(file, read(file)).length).toBeGreaterThan(10)
  })

  test('are identified by their line, on one line', () => {
    const start = text.indexOf('a = $1')
    expect(placeOf('a.ts', text, { start, end: text.length }, 'b\nc')).toEqual({
      file: 'a.ts',
      line: 'where a = $1 and not exists (select 2)`',
      from: 'a = $1 and not exists (select 2)`',
      to: 'b',
    })
  })
})

describe('a run of mutants', () => {
  const place = { file: 'a.ts', line: 'a < b', from: '<', to: '<=' }
  const all = (...outcomes: Mutant['outcome'][]) => outcomes.map((outcome) => ({ ...place, outcome }))
  const why = 'Because.'

  test('lists mutants that survived or were not reached, except justified ones, by number of occurrences', () => {
    expect(compare(all('killed', 'timed out', 'survived', 'not covered'), [])).toMatchObject({
      unjudged: [place, place],
      stale: [],
    })
    expect(compare(all('survived', 'survived'), [{ ...place, why }])).toEqual({
      unjudged: [place],
      stale: [],
    })
    expect(compare(all('survived'), [{ ...place, line: 'c < d', why }])).toMatchObject({ unjudged: [place] })
  })

  test('lists justified mutants that are now detected', () => {
    expect(compare(all('killed'), [{ ...place, why }])).toEqual({ unjudged: [], stale: [{ ...place, why }] })
  })
})
