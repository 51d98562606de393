import { figure } from './figure.ts'
import { at, escapeMarkup } from './markup.ts'

/** A value and how many people have it among their first five. */
export type ValueCount = { label: string; count: number }

export type ValueCountsWords = {
  /** BCP 47, for the numbers. */
  languageTag: string
  title: string
  table: { summary: string; value: string; count: string; share: string }
}

/** The values of a large team, most frequent first: a bar for the share of its people, and the number. */
export function valueCounts(values: readonly ValueCount[], people: number, words: ValueCountsWords): string {
  const number = new Intl.NumberFormat(words.languageTag)
  const percent = new Intl.NumberFormat(words.languageTag, { style: 'percent' })
  const { summary, value, count, share } = words.table
  const shareOf = (one: ValueCount) => one.count / Math.max(1, people)
  return figure({
    kind: 'team-values',
    title: words.title,
    titlePlace: 'above',
    drawing: `<ul class="team-values">${values.map((one) => row(one.label, shareOf(one), percent)).join('')}</ul>`,
    table: {
      summary,
      columns: [value, count, share],
      rows: values.map((one) => [one.label, number.format(one.count), percent.format(shareOf(one))]),
    },
  })
}

function row(label: string, share: number, percent: Intl.NumberFormat): string {
  return (
    `<li class="team-value value-share"><span class="team-value-label">${escapeMarkup(label)}</span>` +
    `<span class="team-value-count">${percent.format(share)}</span>` +
    '<svg class="track" width="100%" height="12" aria-hidden="true" focusable="false">' +
    '<line class="line" x1="0%" x2="100%" y1="50%" y2="50%"/>' +
    `<rect class="value-mark" width="${at(100 * share)}%" height="100%"/></svg></li>`
  )
}
