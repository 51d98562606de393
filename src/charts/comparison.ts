import { axis, axisPosition, band } from './axis.ts'
import { figure } from './figure.ts'
import { pair } from './formats.ts'
import { at, escapeMarkup } from './markup.ts'
import type { PersonScore, TeamPerson } from './person.ts'

/** One trait or facet with everyone's score, in the order of the people; undefined for people without one. */
export type ComparedScale = {
  label: string
  kind: 'trait' | 'facet'
  scores: readonly (PersonScore | undefined)[]
}

export type ComparisonWords = {
  /** BCP 47, for numbers and what is between them. */
  languageTag: string
  title: string
  /** Shown in the table for a person without a score. */
  noScore: string
  table: { summary: string; scale: string }
}

/**
 * Two to four people on the same rows: each has a mark with its own shape and color on the common axis, with a line of
 * one standard error each way, so that no one depends on color. The marks of a row are stacked in the order of the
 * people and never overlap. The numbers are next to them in the same order.
 */
export function comparison(
  people: readonly Pick<TeamPerson, 'name' | 'initials'>[],
  scales: readonly ComparedScale[],
  words: ComparisonWords,
): string {
  const shown = people.slice(0, marks.length)
  return figure({
    kind: 'comparison',
    title: words.title,
    titlePlace: 'above',
    drawing: `${key(shown)}<ul class="compare-rows">${head(shown)}${scales.map((scale) => row(scale, shown)).join('')}</ul>`,
    table: {
      summary: words.table.summary,
      columns: [words.table.scale, ...shown.map(({ name }) => name)],
      rows: scales.map(({ label, scores }) => [
        label,
        ...shown.map((_, index) => inWords(scores[index], words)),
      ]),
    },
  })
}

/** The key: a shape for each person. */
function key(people: readonly Pick<TeamPerson, 'name'>[]): string {
  const items = people.map(
    ({ name }, index) => `<li>${sample(index)}<span dir="auto">${escapeMarkup(name)}</span></li>`,
  )
  return `<ul class="compare-key">${items.join('')}</ul>`
}

/** The same marks above the columns of numbers. */
function head(people: readonly unknown[]): string {
  const columns = people.map((_, index) => `<span>${sample(index)}</span>`).join(' ')
  return `<li class="compare-row compare-head" aria-hidden="true"><span class="compare-numbers">${columns}</span></li>`
}

/** A person's mark alone, for a key or next to a name. Hidden from assistive technology, because the name says it. */
export function sample(index: number): string {
  return (
    '<svg class="compare-sample" width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true" focusable="false">' +
    `${shape(index)}</svg>`
  )
}

function row({ label, kind, scores }: ComparedScale, people: readonly unknown[]): string {
  const numbers = people.map((_, index) => {
    const score = scores[index]
    return `<span>${score ? Math.round(score.score) : '–'}</span>`
  })
  return (
    `<li class="compare-row compare-${kind}"><span class="compare-label">${escapeMarkup(label)}</span>` +
    `<span class="compare-strip">${strip(scores, people.length)}</span>` +
    `<span class="compare-numbers">${numbers.join(' ')}</span></li>`
  )
}

const lane = 13

function strip(scores: ComparedScale['scores'], count: number): string {
  const height = count * lane + 10
  const lanes = Array.from({ length: count }, (_, index) =>
    mark(scores[index], index, 5 + lane * (index + 0.5)),
  )
  return (
    `<svg class="track" width="100%" height="${height}" aria-hidden="true" focusable="false">` +
    '<rect class="well" x="40%" width="20%" height="100%"/>' +
    [20, 80].map((cut) => `<line class="compare-cut" x1="${cut}%" x2="${cut}%" y1="0" y2="100%"/>`).join('') +
    `<line class="baseline" x1="${axisPosition(axis.middle)}%" x2="${axisPosition(axis.middle)}%" y1="0" y2="100%"/>` +
    `${lanes.join('')}</svg>`
  )
}

function mark(score: PersonScore | undefined, index: number, y: number): string {
  if (!score) return ''
  const { from, to } = band(score.t, score.sem)
  return (
    `<line class="compare-error compare-mark-${index + 1}" x1="${at(from)}%" x2="${at(to)}%" y1="${y}" y2="${y}"/>` +
    `<svg class="compare-place" x="${at(axisPosition(score.t))}%" y="${y}" overflow="visible">${shape(index)}</svg>`
  )
}

/** Circle, square, diamond and triangle, of about the same visual weight. The second and the fourth are hollow. */
const marks = [
  '<circle r="5"/>',
  '<rect x="-4" y="-4" width="8" height="8"/>',
  '<path d="M0 -6L6 0L0 6L-6 0Z"/>',
  '<path d="M0 -5.5L5.5 4.5H-5.5Z"/>',
] as const

function shape(index: number): string {
  return `<g class="compare-mark compare-mark-${index + 1}">${marks[index] ?? marks[0]}</g>`
}

function inWords(score: PersonScore | undefined, { languageTag, noScore }: ComparisonWords): string {
  return score ? pair(languageTag, String(Math.round(score.score)), score.levelWord) : noScore
}
