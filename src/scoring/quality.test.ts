import { describe, expect, test } from 'vitest'
import { instruments } from '../../scripts/instruments.ts'
import { usualBank, usualForm } from '../../scripts/simulation/models.ts'
import { answerBank, answerScreens, drawBank, drawValues } from '../../scripts/simulation/people.ts'
import { drawSheet, latentForm } from '../../scripts/simulation/sheets.ts'
import { longestRun } from './consistency.ts'
import type { CoreAnswer } from './core-screens.ts'
import type { DiscChoice } from './disc.ts'
import { type Response, responseQuality } from './quality.ts'
import { qualityRules, qualityVersion } from './quality-rules.ts'
import { seededRandom } from './random.ts'
import type { Letter } from './results.ts'

const random = seededRandom(11)
const { keys, norm } = instruments.focus
const bank = drawBank(usualBank, random)
const honest = {
  focus: drawSheet(latentForm(keys, norm, usualForm, random), random).answers,
  // Clear preferences, so that no index is near its limit by chance.
  disc: answerBank([1.5, -0.2, -1.2, 0.1], bank, usualBank, random),
  core: answerScreens(drawValues(0, random), instruments.core.design, 1, random),
}
const judge = (response: Response) => responseQuality(response, instruments)
const nothing = { outcome: 'ok', reasons: [], notes: [], version: qualityVersion }
const indices = (response: Response) =>
  judge(response).reasons.map(({ assessment, index }) => `${assessment} ${index}`)

describe('responseQuality', () => {
  test('finds nothing in honest answers at a usual pace', () => {
    const activeSeconds = { focus: 600, disc: 300, core: 200 }
    expect(judge({ sheet: honest, activeSeconds })).toEqual(nothing)
  })

  test('finds nothing in an empty sheet', () => {
    expect(judge({ sheet: {} })).toEqual(nothing)
  })

  test.each([
    [359, 'caution', 3],
    [240, 'caution', 3],
    [239, 'invalid', 2],
  ])('rates Focus in %d active seconds as %s', (focus, outcome, limit) => {
    const { reasons, ...rest } = judge({ sheet: honest, activeSeconds: { focus } })
    expect(rest.outcome).toBe(outcome)
    expect(reasons).toEqual([
      { assessment: 'focus', index: 'speed', value: expect.closeTo(focus / 120, 3), limit },
    ])
  })

  test('measures the speed of DISC by blocks and of Core by screens', () => {
    expect(indices({ sheet: honest, activeSeconds: { disc: 71, core: 41 } })).toEqual([
      'disc speed',
      'core speed',
    ])
    expect(judge({ sheet: honest, activeSeconds: { disc: 72, core: 63 } }).outcome).toBe('ok')
  })

  test.each([
    [9, 'ok'],
    [10, 'caution'],
    [14, 'caution'],
    [15, 'invalid'],
  ])('rates a run of %d equal answers as %s', (length, outcome) => {
    const focus = honest.focus
      .with(49, 2)
      .with(50 + length, 2)
      .fill(4, 50, 50 + length)
    expect(longestRun(focus)).toBe(length)
    expect(judge({ sheet: { focus } }).outcome).toBe(outcome)
  })

  test('rates a straight line as invalid in every family', () => {
    expect(judge({ sheet: { focus: new Array(120).fill(3) } }).outcome).toBe('invalid')
    const places = { disc: inPlace(0, 1), core: coreInPlace(0, 1) }
    expect(judge({ sheet: places }).reasons.map(({ index }) => index)).toContain('position')
  })

  test('gives a caution for two indices of Focus and only a note for one', () => {
    // Opposite answers to items of the same key are inconsistent within the facets and across their halves.
    const torn = honest.focus.map((answer, at) => (at < 60 ? answer : (honest.focus[119 - at] ?? 3)))
    const { outcome, reasons } = judge({ sheet: { focus: torn } })
    expect(outcome).toBe('caution')
    expect(reasons.map(({ index }) => index)).toEqual(['evenOdd', 'withinFacet'])
    const narrow = honest.focus.map((answer) => Math.min(4, Math.max(2, answer)))
    const alone = judge({ sheet: { focus: narrow } })
    expect(alone.outcome).toBe('ok')
    expect(alone.notes.map(({ index }) => index)).toContain('variability')
  })

  test('gives a caution for one index of DISC with one of Core, but not for one of Focus with one of DISC', () => {
    const disc = inPlace(0, 1)
    const core = coreInPlace(2, 3)
    const both = judge({ sheet: { disc, core } })
    expect(both.reasons.map(({ assessment }) => assessment)).toEqual(expect.arrayContaining(['disc', 'core']))
    expect(both.outcome).not.toBe('ok')
    const mixed = judge({ sheet: { focus: honest.focus, disc: leaning(15) } })
    expect(mixed.outcome).toBe('ok')
    expect(mixed.notes.map(({ index }) => index)).toEqual(['position'])
  })

  test('ignores position if the order shown is unknown', () => {
    const disc = leaning(15).map(({ most, least }) => ({ most, least }))
    expect(judge({ sheet: { disc } }).notes).toEqual([])
  })

  test('notes agreeing with everything and a profile that reversed since the previous attempt', () => {
    const focus = honest.focus.map((answer) => Math.min(5, answer + 1))
    const retakes = [{ assessment: 'core', now: [1, 2, 3, 4], former: [2, 1, 4, 2] }] as const
    const { outcome, notes } = judge({ sheet: { focus }, retakes })
    expect(outcome).toBe('ok')
    expect(notes.map(({ assessment, index }) => `${assessment} ${index}`)).toEqual(
      expect.arrayContaining(['focus acquiescence', 'core retakeDrift']),
    )
  })

  test('uses the rules of the given version, and refuses unknown versions', () => {
    // Opposites within the facets of one trait: between the limits of the two versions.
    const [former, now] = ['1', '2'].map((version) => {
      const { notes } = responseQuality({ sheet: { focus: uneven } }, instruments, version)
      return notes.map(({ index, limit }) => `${index} ${limit}`)
    })
    expect(former).toEqual(['withinFacet 0.84'])
    expect(now).toEqual([])
    expect([...qualityRules.keys()].at(-1)).toBe(qualityVersion)
    expect(() => responseQuality({ sheet: {} }, instruments, '0')).toThrow(RangeError)
  })

  test('accepts missing answers', () => {
    const focus: (number | null)[] = [...honest.focus]
    for (let at = 0; at < 120; at += 11) focus[at] = null
    expect(judge({ sheet: { focus } }).outcome).toBe('ok')
    expect(judge({ sheet: { focus: new Array(120).fill(null) } }).outcome).toBe('ok')
  })
})

/** Every third facet of an honest person answered with its first item turned round. */
const uneven = honest.focus.map((answer, at) => (at < 30 && at % 3 === 0 ? 6 - answer : answer))

function inPlace(most: number, least: number): DiscChoice[] {
  return bank.map(({ order }) => ({ most: order[most] as Letter, least: order[least] as Letter, order }))
}

/** A consistent D over S, but with the first position chosen in the given number of blocks. */
function leaning(blocks: number): DiscChoice[] {
  const toFirst = [...bank].sort((a, b) => a.order.indexOf('D') - b.order.indexOf('D'))
  return toFirst.map(({ order }, at) => {
    const most = at < blocks ? (order[0] as Letter) : 'D'
    const least = most === 'S' ? 'C' : 'S'
    return { most, least, order }
  })
}

function coreInPlace(best: number, worst: number): CoreAnswer[] {
  return honest.core.map(({ block }) => ({
    block,
    best: block[best] as string,
    worst: block[worst] as string,
  }))
}
