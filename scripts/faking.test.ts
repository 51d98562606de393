import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { faking } from './faking.ts'
import { readFaking } from './manual/faking.ts'
import { type FakingFigures, studyFaking } from './simulation/faking.ts'

let made: FakingFigures | undefined
const few = () => {
  made ??= studyFaking(80, faking.seed)
  return made
}

describe('simulated people who answer as they think is wanted', () => {
  test('eighty of them come out again, digit for digit', () => {
    expect(createHash('sha256').update(JSON.stringify(few())).digest('hex')).toBe(
      'b70ced4eace68cc6b9abc2f33971fa5278876dbf119775c4aece7e587ec20779',
    )
  })

  test('move every score that they want to move, the further the more they fake', () => {
    const { focus, disc, core } = few()
    const at = (extent: string) => Object.values(focus.find((one) => one.extent === extent)?.shifts ?? {})
    expect(at('0')).toEqual([0, 0, 0, 0, 0])
    for (const [less, more] of [
      ['0', '0.25'],
      ['0.25', '0.5'],
      ['0.5', '1'],
      ['0', 'step'],
    ] as const)
      for (const [index, shift] of at(more).entries()) expect(shift).toBeGreaterThan(at(less)[index] ?? 0)
    const asD = disc.filter(({ aim }) => aim === 'D')
    expect(asD.map(({ extent }) => extent)).toEqual(['0.25', '0.5', '1'])
    expect(asD.at(-1)).toMatchObject({ firstD: 1 })
    // Every "most" pick is D's: d = 24, and 50 + 50·24/24 = 100 is the highest score.
    const [honest] = disc
    expect(honest).toMatchObject({ extent: '0', shifts: { D: 0, I: 0, S: 0, C: 0 } })
    expect(core.map(({ rank }) => rank)).toEqual(core.map(({ rank }) => rank).toSorted((a, b) => b - a))
    expect(core.at(-1)).toMatchObject({ rank: 2, allInFive: 1 })
  })

  test('are not noticed by response quality, which the manual has to say', () => {
    const { focus, disc, core, whole } = few()
    for (const { caught } of [...focus, ...disc, ...core, ...whole]) expect(caught).toBeLessThan(0.15)
    for (const family of [focus, core, whole])
      expect(family.find(({ extent }) => extent === '1')?.caught).toBeLessThan(0.03)
  })

  test('crowd out the honest among the highest scores', () => {
    const { top } = few()
    expect(top.find(({ extent }) => extent === '0.5')?.fakers).toBeGreaterThan(0.6)
    expect(top.find(({ extent }) => extent === '1')?.fakers).toBe(1)
  })

  test('come out as the manual has them', { tags: 'long' }, () => {
    expect(studyFaking(faking.people, faking.seed)).toEqual(readFaking())
  })
})
