import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  failuresOf,
  goalSpread,
  hasFailed,
  isReached,
  type Samples,
  type Spread,
  spreadOf,
} from './measure.ts'
import type { Goal, Row, Sample, SingleFigure, SingleRow } from './row.ts'

const columns = ['path', 'service', 'limit or peer', 'ratio', 'goal', 'reached']
export const tableHead: string = `${line(columns)}\n${line(columns.map(() => '---'))}`

/** The lines of a row: one for each of its goals. */
export function linesOf(row: Row, samples: Samples): string[] {
  const ours = sampleText(samples[row.sides[0]?.name ?? ''] ?? [])
  const failures = failuresOf(row, samples).map(([what, count]) => `${count} × ${what}`)
  const isFailed = hasFailed(row, samples)
  const failed = failures.length > 0 ? `${isFailed ? '**no**: ' : ''}${failures.join(', ')}` : ''
  if (row.goals.length === 0) return [line([row.path, ours, '', '', '', failed])]
  const shown = (goal: Goal) => {
    if (isFailed) return failed
    const reached = reachedText(isReached(row, samples, goal))
    return failed && reached ? `${reached} (${failed})` : reached
  }
  return row.goals.map((goal, index) =>
    line([
      ...(index === 0 ? [row.path, ours] : ['', '']),
      otherText(samples, goal),
      ratioText(goal, goalSpread(row, samples, goal)),
      goalText(goal),
      shown(goal),
    ]),
  )
}

/** The lines of figures that were taken once. */
export function singleLinesOf({ path }: SingleRow, figures: readonly SingleFigure[]): string[] {
  return figures.map((figure, index) => {
    const { of, value, unit, other, most, least } = figure
    const ratio = other && value / other.value
    const bound = most ?? least
    return line([
      index === 0 ? path : '',
      `${of}: ${shortNumber(value)} ${unit}`,
      other ? `${other.name}: ${shortNumber(other.value)} ${unit}` : '',
      ratio === undefined ? '' : shortNumber(ratio),
      boundText(figure),
      reachedText(
        bound === undefined
          ? undefined
          : least === undefined
            ? (ratio ?? value) <= bound
            : (ratio ?? value) >= bound,
      ),
    ])
  })
}

function boundText({ unit, other, most, least }: SingleFigure): string {
  const bound = most ?? least
  if (bound === undefined) return ''
  return `${least === undefined ? '≤' : '≥'} ${shortNumber(bound)} ${other ? `× ${other.name}` : unit}`
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function sampleText(samples: readonly Sample[]): string {
  const median = (figure: 'perSecond' | 'p50' | 'p99') =>
    spreadOf(samples.flatMap((sample) => sample[figure] ?? [])).median
  const rate = `${shortNumber(median('perSecond'))}/s`
  if (Number.isNaN(median('p50'))) return rate
  return `${rate}, p50 ${shortNumber(median('p50'))} ms, p99 ${shortNumber(median('p99'))} ms`
}

function otherText(samples: Samples, { against }: Goal): string {
  if (against === undefined) return ''
  const theirs = samples[against]
  return theirs ? `${against}: ${sampleText(theirs)}` : `${against}: not available`
}

function ratioText({ figure, against }: Goal, spread: Spread | undefined): string {
  if (!spread || Number.isNaN(spread.median)) return ''
  const unit = against !== undefined ? '' : figure === 'perSecond' ? '/s' : ' ms'
  return `${shortNumber(spread.median)}${unit} (${shortNumber(spread.lowest)} to ${shortNumber(spread.highest)})`
}

function goalText({ figure, against, theirs, bound }: Goal): string {
  const names = { perSecond: 'rate', p50: 'p50', p99: 'p99' }
  const sign = figure === 'perSecond' ? '≥' : '≤'
  if (against === undefined)
    return `${names[figure]} ${sign} ${shortNumber(bound)}${figure === 'perSecond' ? '/s' : ' ms'}`
  const what = theirs && theirs !== figure ? `the ${names[theirs]} of ${against}` : against
  return `${names[figure]} ${sign} ${shortNumber(bound)} × ${what}`
}

function reachedText(isMet: boolean | undefined): string {
  return isMet === undefined ? '' : isMet ? 'yes' : '**no**'
}

/** Three digits; thousands with a comma. */
function shortNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

const document = join(import.meta.dirname, '../../docs/performance.md')

/** Puts the table between the markers of its number of people; the rest of the page stays. */
export function writeTable(people: number, text: string): void {
  const page = readFileSync(document, 'utf8')
  const [begin, end] = [`<!-- bench ${people}: begin -->`, `<!-- bench ${people}: end -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error(`docs/performance.md has no place for ${people} people: ${begin} … ${end}`)
  writeFileSync(document, `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`)
}
