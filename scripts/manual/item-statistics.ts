import ratings from '../../content/items/disc-ratings-2.json' with { type: 'json' }
import { discForm, focusForm } from '../../src/content/forms.ts'
import { focusNorm, focusReliability } from '../../src/content/norms.ts'
import { simulation } from '../../src/content/technical.ts'
import { generalNorm } from '../../src/scoring/focus.ts'
import { letters } from '../../src/scoring/results.ts'
import { table } from './adaptations.ts'
import { withPart } from './part.ts'

/** `docs/manual/item-statistics.md` with its tables: what norm, reliabilities, ratings and the stored simulation say. */
export function withItemStatistics(page: string): string {
  const parts = {
    'statements of Focus': focusTable(),
    'statements of DISC': discTable(),
    'simulated statements': simulatedTable(),
  }
  return Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), page)
}

function focusTable(): string {
  const rows = focusForm.facets.map(({ facet, scale, sign, items }) => {
    const { mean, sd } = generalNorm(focusNorm, 'facets', scale)
    const alpha = focusReliability.facets[scale] ?? Number.NaN
    // Answers in the direction of the facet as Timbre names it.
    const center = sign > 0 ? mean / 4 : 6 - mean / 4
    const numbers = items
      .map((n) => `${n}${(focusForm.items[n - 1]?.ipip ?? 1) * sign < 0 ? ' −' : ''}`)
      .join(', ')
    const between = alpha / (4 - 3 * alpha)
    const rest = (3 * between) / Math.sqrt(3 + 6 * between)
    const figures = [center.toFixed(2), (sd / 4).toFixed(2), ...[alpha, between, rest].map(decimals)]
    const isAssumed = focusNorm.provisional.facets[scale] !== undefined
    return [facet, numbers, ...figures.map((figure) => (isAssumed ? `_${figure}_` : figure))]
  })
  const head = [
    'facet',
    'statements',
    'mean answer',
    'SD of the mean of four',
    'alpha',
    'r between two',
    'r with the other three',
  ]
  return table([head, ...rows])
}

function discTable(): string {
  const own = discForm.blocks.flatMap(({ statements }) => statements)
  const ratingOf = (key: string) => (ratings.ratings as Readonly<Record<string, number>>)[key] ?? Number.NaN
  const rows = letters.map((letter) => {
    const found = own.filter((one) => one.letter === letter).map(({ key }) => ratingOf(key))
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length
    const favored = discForm.blocks.filter(({ statements }) => {
      const highest = Math.max(...statements.map(({ key }) => ratingOf(key)))
      return statements.some((one) => one.letter === letter && ratingOf(one.key) === highest)
    })
    return [
      letter,
      String(found.length),
      mean.toFixed(2),
      Math.min(...found).toFixed(1),
      Math.max(...found).toFixed(1),
      String(favored.length),
    ]
  })
  const head = [
    'letter',
    'statements',
    'mean rating',
    'lowest',
    'highest',
    'blocks in which none is rated higher',
  ]
  return table([head, ...rows])
}

/** Ranges only: which simulated statement has which figure is chance. */
function simulatedTable(): string {
  const { focus, disc, core } = simulation
  const range = (values: readonly number[], digits: number) =>
    [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits)).join(' to ')
  const rest = focus.items.map(({ itemRest }) => itemRest ?? Number.NaN)
  return table([
    ['simulated figure', 'lowest to highest'],
    [
      'Focus, mean of a statement',
      range(
        focus.items.map(({ mean }) => mean),
        2,
      ),
    ],
    [
      'Focus, SD of a statement',
      range(
        focus.items.map(({ sd }) => sd),
        2,
      ),
    ],
    ['Focus, r with the other three of its facet', range(rest, 2)],
    [
      'DISC, share that picks a statement as most',
      range(
        disc.statements.map(({ most }) => most),
        2,
      ),
    ],
    [
      'DISC, share that picks a statement as least',
      range(
        disc.statements.map(({ least }) => least),
        2,
      ),
    ],
    [
      'Core, share that has a value first',
      range(
        core.values.map(({ first }) => first),
        2,
      ),
    ],
  ])
}

function decimals(value: number): string {
  return value.toFixed(2).replace(/^0(?=\.)/, '')
}
