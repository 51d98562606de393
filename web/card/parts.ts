import { disc as discFigure } from '../../src/charts/disc.ts'
import { escapeMarkup } from '../../src/charts/markup.ts'
import { percentiles } from '../../src/charts/percentiles.ts'
import type { Summary } from './summary.ts'
import { type CardTexts, fillCardText } from './texts.ts'

/** The dial with its four bars, and the style in a sentence. */
export function discPart({ style, letters }: NonNullable<Summary['disc']>, texts: CardTexts): string {
  const words = texts.disc
  const whole = (value: number) => String(Math.round(value))
  return discFigure(letters, {
    title: styleLine(style, letters, texts),
    picture: fillCardText(words.picture, {
      d: whole(letters.d),
      i: whole(letters.i),
      s: whole(letters.s),
      c: whole(letters.c),
    }),
    note: words.note,
    names: texts.letters,
    table: { summary: words.summary, letter: words.letter, value: words.value },
  })
}

/** Half a standard deviation, in points: the smallest deviation of a letter that any text of the service names. */
const farEnough = 6.25

function styleLine(
  style: string,
  letters: NonNullable<Summary['disc']>['letters'],
  { disc: words, letters: names }: CardTexts,
): string {
  const [first, second] = [...style.toLowerCase()] as (keyof typeof names)[]
  if (!first) return words.flat
  if (Math.max(...Object.values(letters)) - 50 < farEnough) return fillCardText(words.even, { style })
  if (!second) return fillCardText(words.single, { style, first: names[first] })
  return fillCardText(words.pair, { style, first: names[first], second: names[second] })
}

/** The five traits by percentile. The answer has no T scores, errors or facets. */
export function focusPart(scores: NonNullable<Summary['focus']>, texts: CardTexts): string {
  const { sentence, ...table } = texts.focus
  return percentiles(
    scores.map(({ trait, score, level }) => ({
      label: texts.traits[trait],
      score,
      level,
      levelWord: texts.levels[level],
    })),
    { title: sentence, table },
  )
}

/** The first five values, where size shows rank. The answer has no distances. */
export function corePart(ranked: NonNullable<Summary['core']>, texts: CardTexts): string {
  const rows = ranked.map((key, index) => {
    // A value of a later release has no text yet, so its key is shown.
    const value = Object.hasOwn(texts.values, key)
      ? texts.values[key as keyof typeof texts.values]
      : undefined
    return (
      `<li class="value value-${index + 1}"><span class="value-rank">${index + 1}</span>` +
      `<span class="value-words"><span class="value-label">${escapeMarkup(value?.label ?? key)}</span>` +
      `${value ? `<span class="value-note">${escapeMarkup(value.bullet)}</span>` : ''}</span></li>`
    )
  })
  return `<p class="card-finding">${escapeMarkup(texts.core.sentence)}</p><ol class="values">${rows.join('')}</ol>`
}
