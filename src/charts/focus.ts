import { standingOut } from './extremes.ts'
import { figure } from './figure.ts'
import { escapeMarkup } from './markup.ts'
import type { Level, Reading, TraitReading } from './reading.ts'
import { type LevelTableWords, levelRows } from './table.ts'
import { track } from './track.ts'

export type FocusWords = {
  title: string
  levels: Record<Level, string>
  table: LevelTableWords
  /** Texts of the key for the stroke, the halo, the well and the tick. */
  /** If the account has its own norm: the heading of its column in the table, and a sentence about it. */
  local?: { head: string; note: string } | undefined
  /** A sentence about the short form, if it was answered. */
  short?: string | undefined
  key: { stroke: string; halo: string; well: string; tick: string }
}

/**
 * The five traits and thirty facets as tracks in two columns, with the key in the sixth cell. A row opens to what its
 * level means; those of the facets that stand out are open. None opens without meanings.
 */
export function focus(traits: readonly TraitReading[], words: FocusWords): string {
  const open = standingOut(traits.flatMap(({ facets }) => facets)).map(({ key }) => key)
  const groups = traits.map((trait) => group(trait, open, words)).join('')
  return figure({
    kind: 'focus',
    title: words.title,
    titlePlace: 'above',
    drawing: `<div class="focus-groups">${groups}${key(words.key)}</div>`,
    table: levelRows(traits, words.table, words.local?.head),
    ...((words.short ?? words.local) && { note: [words.short, words.local?.note].filter(Boolean).join(' ') }),
  })
}

function group(trait: TraitReading, open: readonly string[], words: FocusWords): string {
  const facets = trait.facets
    .map((facet) => `<li>${row(facet, 'facet', words, open.includes(facet.key))}</li>`)
    .join('')
  return (
    `<div class="focus-group">${row(trait, 'trait', words)}` +
    `<ul class="focus-facets" aria-label="${escapeMarkup(trait.label)}">${facets}</ul></div>`
  )
}

function row(reading: Reading, kind: 'facet' | 'trait', { levels }: FocusWords, isOpen = false): string {
  const shown = `<span class="focus-row${kind === 'trait' ? ' focus-trait' : ''}">${cells(reading, kind)}</span>`
  const meanings = meaningsOf(reading, levels)
  if (meanings.length === 0) return shown
  const texts = meanings.map((text) => `<p>${escapeMarkup(text)}</p>`).join('')
  return `<details class="focus-meaning"${isOpen ? ' open' : ''}><summary>${shown}</summary>${texts}</details>`
}

/** The sentence of the level; at the baseline, those of both sides. */
function meaningsOf({ level, meaning }: Reading, levels: FocusWords['levels']): string[] {
  if (!meaning) return []
  if (level === 'baseline') return [`${levels.high}: ${meaning.high}`, `${levels.low}: ${meaning.low}`]
  return [level === 'high' || level === 'veryHigh' ? meaning.high : meaning.low]
}

function cells(reading: Reading, kind: 'facet' | 'trait'): string {
  return (
    `<span class="focus-label">${escapeMarkup(reading.label)}</span>` +
    `<span class="focus-track">${track(reading, { kind })}</span>` +
    `<span class="focus-score">${Math.round(reading.score)}</span>` +
    `<span class="focus-level">${escapeMarkup(reading.levelWord)}</span>`
  )
}

/** Each sample looks as it does in a row, so that the key matches the rows. */
function key(words: FocusWords['key']): string {
  const samples: [string, string][] = [
    ['<rect class="level-very-high" x="4" y="9.5" width="32" height="5" rx="2.5"/>', words.stroke],
    ['<rect class="halo level-very-high" x="1" y="5" width="38" height="14" rx="7"/>', words.halo],
    ['<rect class="well" x="4" y="2" width="32" height="20"/>', words.well],
    ['<rect class="tick" x="20" y="8.5" width="1" height="7"/>', words.tick],
  ]
  const items = samples
    .map(
      ([shape, sentence]) =>
        `<li><svg class="key-sample" width="40" height="24" aria-hidden="true" focusable="false">${shape}</svg>` +
        `<span>${escapeMarkup(sentence)}</span></li>`,
    )
    .join('')
  return `<ul class="focus-group focus-key">${items}</ul>`
}
