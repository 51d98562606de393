import { axis, axisPosition } from './axis.ts'
import { figure } from './figure.ts'
import { pair } from './formats.ts'
import { at, escapeMarkup } from './markup.ts'
import type { PersonScore, TeamPerson } from './person.ts'
import { levelClass } from './reading.ts'

/** One trait of a team: lowest, median and highest as percentiles, and everyone's score by profile id. */
export type TraitStrip = {
  label: string
  lowest: number
  median: number
  highest: number
  /** How far apart the team is, in words. */
  words: string
  scores: readonly (PersonScore & { id: string })[]
}

export type TraitSpreadWords = {
  /** BCP 47, for numbers and what is between them. */
  languageTag: string
  title: string
  table: { summary: string; scale: string; lowest: string; median: string; highest: string; spread: string }
}

/**
 * A strip for each trait with a stroke for each person on the common axis, a tall one at the median, and the three
 * numbers next to it. The table has the same with everyone's score. CSS mirrors strips in RTL, as tracks. Strokes of
 * people with an `href` open it when pressed; they are hidden from the keyboard, because the map has the same links and
 * five strips of a hundred strokes would be a long way to tab.
 */
export function traitSpread(
  traits: readonly TraitStrip[],
  people: readonly Initialed[],
  words: TraitSpreadWords,
): string {
  const { summary, scale, lowest, median, highest, spread } = words.table
  const scored = people.filter(({ id }) =>
    traits.some(({ scores }) => scores.some((score) => score.id === id)),
  )
  return figure({
    kind: 'trait-spread',
    title: words.title,
    titlePlace: 'above',
    drawing: `<ul class="spread-rows">${traits.map((one) => spreadRow(one, strip(one, people))).join('')}</ul>`,
    table: {
      summary,
      columns: [scale, lowest, median, highest, spread, ...scored.map(({ initials }) => initials)],
      rows: traits.map((trait) => [
        trait.label,
        ...[trait.lowest, trait.median, trait.highest].map(whole),
        trait.words,
        ...scored.map(({ id }) =>
          shown(
            trait.scores.find((score) => score.id === id),
            words.languageTag,
          ),
        ),
      ]),
    },
  })
}

type Initialed = Pick<TeamPerson, 'id' | 'name' | 'initials' | 'href'>

/** A trait with what is drawn on its axis, and its lowest, median and highest number. */
export function spreadRow(
  { label, lowest, median, highest }: Pick<TraitStrip, 'label' | 'lowest' | 'median' | 'highest'>,
  drawing: string,
): string {
  const numbers = [
    `<span>${whole(lowest)}</span>`,
    `<strong>${whole(median)}</strong>`,
    `<span>${whole(highest)}</span>`,
  ].join(' ')
  return (
    `<li class="spread-row"><span class="spread-label">${escapeMarkup(label)}</span>` +
    `<span class="spread-strip">${drawing}</span><span class="spread-numbers">${numbers}</span></li>`
  )
}

function strip({ scores }: TraitStrip, people: readonly Initialed[]): string {
  const ts = scores.map(({ t }) => t).sort((one, other) => one - other)
  const half = ts.length / 2
  const median = ((ts[Math.ceil(half) - 1] ?? axis.middle) + (ts[Math.floor(half)] ?? axis.middle)) / 2
  const [from, to] = [axisPosition(ts[0] ?? axis.middle), axisPosition(ts.at(-1) ?? axis.middle)]
  const strokes = scores.map(({ id, t, level }) => {
    const person = people.find((one) => one.id === id)
    const stroke = upright(`spread-stroke ${levelClass(level)}`, axisPosition(t), 7.5, person?.initials)
    return person?.href ? link(stroke, axisPosition(t), person, person.href) : stroke
  })
  return (
    '<svg class="track" width="100%" height="44" aria-hidden="true" focusable="false">' +
    '<rect class="well" x="40%" width="20%" height="100%"/>' +
    `<line class="spread-range" x1="${at(from)}%" x2="${at(to)}%" y1="50%" y2="50%"/>` +
    `${strokes.join('')}${ts.length > 1 ? upright('spread-median', axisPosition(median), 12) : ''}</svg>`
  )
}

/** A stroke that opens the person: easier to hit than 3 px, with the name above it while it is pointed at. */
function link(stroke: string, x: number, { name, initials }: Initialed, href: string): string {
  const anchor = x < 25 ? 'start' : x > 75 ? 'end' : 'middle'
  return (
    `<a class="spread-link" data-person="${escapeMarkup(initials)}" href="${escapeMarkup(href)}" tabindex="-1">` +
    `<rect class="spread-reach" x="${at(x)}%" width="13" height="100%" transform="translate(-6.5 0)"/>${stroke}` +
    `<text class="spread-name" x="${at(x)}%" y="9" text-anchor="${anchor}">${escapeMarkup(name)}</text></a>`
  )
}

function upright(classes: string, x: number, half: number, person?: string): string {
  const mark = person === undefined ? '' : ` data-person="${escapeMarkup(person)}"`
  return (
    `<rect class="${classes}"${mark} x="${at(x)}%" y="50%" width="3" height="${half * 2}" ` +
    `transform="translate(-1.5 ${-half})"/>`
  )
}

function shown(score: PersonScore | undefined, languageTag: string): string {
  return score ? pair(languageTag, whole(score.score), score.levelWord) : '–'
}

function whole(score: number): string {
  return String(Math.round(score))
}
