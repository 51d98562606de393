import { describe, expect, test } from 'vitest'
import { coreDesign, focusForm } from '../src/content/forms.ts'
import { discNorm, focusNorm, focusReliability } from '../src/content/norms.ts'
import { impactOf } from '../src/impact/impact.ts'
import { inverse } from '../src/scoring/cholesky.ts'
import { scoreDisc } from '../src/scoring/disc.ts'
import { fitChoices } from '../src/scoring/fit.ts'
import { scoreFocus } from '../src/scoring/focus.ts'
import { localCell } from '../src/scoring/local-norm.ts'
import { normalCdf } from '../src/scoring/normal.ts'
import discVectors from '../src/scoring/vectors/disc.json' with { type: 'json' }
import { manualSays, minus, written } from './support/manual.ts'

describe('the worked examples of the manual', () => {
  const wanted = { composure: 10, temperance: 9, optimism: 8, confidence: 7, selfControl: 14, resilience: 12 }
  const result = scoreFocus(sheetOf(wanted), focusForm, focusNorm, focusReliability)
  if ('unscored' in result) throw new Error(result.unscored)
  const first = scoreFocus(sheetOf(wanted), focusForm, focusNorm)
  if ('unscored' in first) throw new Error(first.unscored)

  test('Focus, a facet', () => {
    const facet = result.stability.facets.confidence
    expect(facet).toMatchObject({ raw: 7, level: 'high' })
    manualSays(`z = −(7 − 11.975) / 3.7726 = ${(-(7 - 11.975) / 3.7726).toFixed(4)}`)
    manualSays(
      `T = ${facet?.t.toFixed(2)}, percentile 100·Φ(1.3187) = ${facet?.score}, level ${facet?.level}`,
    )
    manualSays(`the standard error is 10·√.37 = ${facet?.sem}`)
    manualSays(`= .917 − .247 = ${written(facet?.confidence ?? 0, 3)}, and above 50`)
    manualSays(`1 − Φ((50 − 58.31)/4.83) = ${written(facet?.sideConfidence ?? 0, 3)}`)
    manualSays(`= .634 − .061 = ${written(first.stability.facets.confidence?.confidence ?? 0, 3)}`)
  })

  test('Focus, probable range of a true score', () => {
    const reliability = 0.72
    const error = 10 * Math.sqrt(reliability * (1 - reliability))
    const guess = (t: number) => 50 + reliability * (t - 50)
    manualSays(`a T of 70 as ${guess(70).toFixed(1)} with ${error.toFixed(1)}`)
    manualSays(`Φ((64.4 − 65)/${error.toFixed(2)}) = ${written(normalCdf((guess(70) - 65) / error), 2)}`)
    manualSays(`Φ((70 − 65)/5.3) = ${written(normalCdf((70 - 65) / focusNorm.sem.facet), 2)}`)
  })

  test('Focus, a trait', () => {
    const trait = result.stability
    expect(trait).toMatchObject({ raw: 60, level: 'baseline' })
    manualSays(`T = ${trait.t.toFixed(2)}, percentile ${trait.score}, level ${trait.level}`)
    manualSays(`= .673 − .001 = ${written(trait.confidence, 3)}`)
    manualSays(`= .601 − .006 = ${written(first.stability.confidence, 3)}`)
    for (const [facet, raw] of Object.entries(wanted)) manualSays(`${raw} (${facet})`)
  })

  test('DISC', () => {
    const vector = discVectors.find(({ name }) => name === 'mixed choices 2')
    const { d, i, s, c, style, styles } = scoreDisc(
      (vector?.choices ?? []) as Parameters<typeof scoreDisc>[0],
      discNorm,
    )
    manualSays(`the scores ${d}, ${i}, ${s} and ${c}`)
    manualSays(`style \`${style}\``)
    const percent = (code: string) => `${(100 * (styles[code] ?? 0)).toFixed(1)}%`
    manualSays(`${percent('CD')} say CD, ${percent('DC')} DC and ${percent('C')} C`)
  })

  test('Core, one screen', () => {
    const [wisdom, tradition] = [1, 3]
    const fit = fitChoices([{ block: [0, 1, 2, 3], best: wisdom, worst: tradition }], 4, coreDesign.priorSd)
    const [freedom = 0, best = 0, enjoyment = 0, worst = 0] = fit.utilities
    expect(enjoyment).toBeCloseTo(freedom, 12)
    manualSays(
      `wisdom ${best.toFixed(4)}, freedom and enjoyment ${freedom.toFixed(4)} each, tradition ${minus(worst, 4)}`,
    )
    const odds = [freedom, best, enjoyment, worst].map(Math.exp)
    const chance = (odd: number, all: readonly number[]) => written(odd / all.reduce((a, b) => a + b, 0), 4)
    manualSays(
      `${chance(odds[0] ?? 0, odds)} for freedom and for enjoyment, ${chance(odds[1] ?? 0, odds)} for wisdom`,
    )
    manualSays(`and ${chance(odds[3] ?? 0, odds)} for tradition`)
    const against = [freedom, enjoyment, worst].map((utility) => Math.exp(-utility))
    manualSays(
      against
        .map((odd) => chance(odd, against))
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' and '),
    )
    const errors = [1, 3, 0].map((at) => Math.sqrt(inverse(fit.factor, 4)[at * 5] ?? 0).toFixed(2))
    manualSays(`${errors[0]} for wisdom, ${errors[1]} for tradition and ${errors[2]} for the other two`)
  })

  test('a local norm', () => {
    const sums = { n: 4, sum: 52, squares: 100 + 144 + 196 + 256 }
    const { found, drawn } = localCell(sums, { mean: 11, sd: 2 }, { mean: 4, variance: 3 })
    manualSays(`so m = ${found.mean}`)
    manualSays(`is (4·13 + 4·11)/8 = ${drawn.mean}`)
    manualSays(`the SD ${drawn.sd}`)
  })

  test('adverse impact', () => {
    const [, women] = impactOf([group('men', 48, 80), group('women', 12, 40)]).groups
    const { z, zChance, exactChance, expected, deviations } = women?.difference ?? {}
    manualSays(`ratio ${written(women?.ratio ?? 0, 3)}, under four fifths`)
    manualSays(`At the common rate ${expected} women would have been expected`)
    manualSays(
      `= ${minus(z ?? 0, 2)}, p ${written(zChance ?? 0, 4)}; Fisher's p ${written(exactChance ?? 0, 4)}`,
    )
    manualSays(`${minus(deviations ?? 0, 2)} standard deviations`)
    manualSays(`with one person exchanged the ratio is ${written(women?.exchange?.ratio ?? 0, 3)}`)
    const [, few] = impactOf([group('men', 3, 20), group('women', 1, 10)]).groups
    manualSays(`3 of 20 against 1 of 10 has a ratio of ${written(few?.ratio ?? 0, 3)}`)
    expect(few).toMatchObject({ difference: { exactChance: 1 }, exchange: { ratio: 2, turned: true } })
  })
})

/** Answers whose stability facets have these raw sums; 3 for everything else. */
function sheetOf(wanted: Record<string, number>): number[] {
  const answers = new Array<number>(120).fill(3)
  for (const [facet, raw] of Object.entries(wanted)) {
    const items = focusForm.items.filter((item) => item.facet === facet)
    for (const [at, { n, ipip }] of items.entries()) {
      const points = Math.floor(raw / 4) + (at < raw % 4 ? 1 : 0)
      answers[n - 1] = ipip > 0 ? points : 6 - points
    }
  }
  return answers
}

function group(name: string, selected: number, total: number) {
  return { name, selected, total }
}
