import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scoreFocus } from '../src/scoring/focus.ts'
import core from '../src/scoring/vectors/core.json' with { type: 'json' }
import disc from '../src/scoring/vectors/disc.json' with { type: 'json' }
import focus from '../src/scoring/vectors/focus.json' with { type: 'json' }
import { compileCache } from '../test/support/process.ts'
import { parseAnswerSheet } from './answer-sheet.ts'
import { instruments, shortInstruments } from './instruments.ts'

const folder = mkdtempSync(join(tmpdir(), 'score-'))
afterAll(() => rmSync(folder, { recursive: true }))

const answers = focus[5]?.answers ?? []
const choices = disc[6]?.choices ?? []
const screens = core[0]?.answers ?? []
const screen = { block: ['freedom', 'wisdom', 'care', 'wealth'], best: 'care', worst: 'wealth' }

describe('npm run score', () => {
  test('prints the results of all three families and exits 0', () => {
    const { status, stdout, stderr } = score(JSON.stringify({ focus: answers, disc: choices, core: screens }))
    expect([status, stderr]).toEqual([0, ''])
    const printed = JSON.parse(stdout)
    const { keys, norm, reliability } = instruments.focus
    expect(printed.focus).toEqual(scoreFocus(answers, keys, norm, reliability))
    expect(printed.disc).toMatchObject(disc[6]?.expected ?? {})
    expect(printed.core).toMatchObject({ first: printed.core.utilities[0].key, close: expect.any(Array) })
    expect(printed.core.utilities).toHaveLength(13)
    expect(printed.core.utilities[0]).toEqual({
      key: expect.any(String),
      utility: expect.any(Number),
      se: expect.any(Number),
      most: expect.any(Number),
      rank90: [expect.any(Number), expect.any(Number)],
    })
  })

  test('scores the short form of Focus by its own norm', () => {
    const short = answers.slice(0, 60).map((answer) => answer ?? 3)
    const { status, stdout } = score(JSON.stringify({ focus: short }))
    const { keys, norm, reliability } = shortInstruments.focus
    expect([status, JSON.parse(stdout).focus]).toEqual([0, scoreFocus(short, keys, norm, reliability)])
  })

  test('exits 2 with one line that names the place of a wrong answer', () => {
    const { status, stdout, stderr } = score(JSON.stringify({ focus: answers.with(17, 6) }))
    expect([status, stdout, stderr]).toEqual([2, '', 'focus[17]: expected a whole number from 1 to 5\n'])
  })

  test('exits 2 when too many answers are missing, when the file is no JSON, and when there is none', () => {
    const gaps = score(JSON.stringify({ focus: new Array(120).fill(null) }))
    expect([gaps.status, gaps.stderr]).toEqual([
      2,
      'focus: facet creativity has 4 missing answers, at most 1 may be\n',
    ])
    const broken = score('{')
    expect([broken.status, broken.stderr]).toEqual([2, `${broken.path}: is not valid JSON\n`])
    const none = run(join(folder, 'none.json'))
    expect([none.status, none.stderr]).toEqual([2, `${join(folder, 'none.json')}: cannot be read\n`])
  })
})

describe('readSheet', () => {
  test.each<[string, unknown]>([
    ['sheet: expected an object with focus, disc, core', [1]],
    ['sheet: expected at least one of focus, disc, core', {}],
    ['sheet: unknown key "fokus", expected focus, disc, core', { fokus: answers }],
    ['focus: expected a list', { focus: 'x' }],
    ['focus: expected 120 answers, or 60 to the short form, found 119', { focus: answers.slice(1) }],
    [
      'focus[3]: expected a whole number from 1 to 5',
      { focus: answers.map((a, at) => (at === 3 ? '4' : a)) },
    ],
    ['disc: expected 24 choices, found 23', { disc: choices.slice(1) }],
    ['disc[2]: expected an object with most, least', { disc: choices.map((c, at) => (at === 2 ? null : c)) }],
    ['disc[0].most: expected one of D, I, S, C', { disc: [{ most: 'd', least: 'S' }, ...choices.slice(1)] }],
    [
      'disc[0].least: expected another letter than most',
      { disc: [{ most: 'D', least: 'D' }, ...choices.slice(1)] },
    ],
    ['core: expected at least one screen', { core: [] }],
    ['core[0]: unknown key "bset", expected block, best, worst', { core: [{ ...screen, bset: 'care' }] }],
    [
      'core[1].block[0]: expected one of freedom, wisdom',
      { core: [screen, { ...screen, block: ['toString'] }] },
    ],
    [
      'core[0].block: expected four different values',
      { core: [{ ...screen, block: screen.block.slice(1) }] },
    ],
    [
      'core[0].block: expected four different values',
      { core: [{ ...screen, block: new Array(4).fill('care') }] },
    ],
    ['core[0].best: expected a value of the block', { core: [{ ...screen, best: 'fairness' }] }],
    ['core[0].worst: expected another value than best', { core: [{ ...screen, worst: 'care' }] }],
  ])('says "%s"', (message, sheet) => {
    expect(() => parseAnswerSheet(sheet, instruments)).toThrow(message)
  })

  test('takes null as a missing Focus answer', () => {
    expect(
      parseAnswerSheet({ focus: answers.map((a, at) => (at === 0 ? null : a)) }, instruments).focus?.[0],
    ).toBeNull()
  })
})

function score(text: string) {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, text)
  return { path, ...run(path) }
}

function run(path: string) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  return spawnSync(process.execPath, [join(import.meta.dirname, 'score.ts'), path], { encoding: 'utf8', env })
}
