import { escapeMarkup } from './markup.ts'

/** The same data as the drawing, as words and numbers: the first cell of a row is its heading. */
export type Table = { summary: string; columns: readonly string[]; rows: readonly (readonly string[])[] }

export type Figure = {
  /** The kind of chart, for the class `chart-…`. */
  kind: string
  /** The finding in a sentence. */
  title: string
  /** The title is above the drawing as a finding, or below it as a note. */
  titlePlace: 'above' | 'below'
  drawing: string
  /** Another sentence below the drawing. */
  note?: string
  table: Table
}

/** A `<figure>` with a title sentence, the drawing, and the same data as a collapsed table. */
export function figure({ kind, title, titlePlace, drawing, note, table }: Figure): string {
  const caption = `<figcaption class="chart-title">${escapeMarkup(title)}</figcaption>`
  const aside = note === undefined ? '' : `<p class="chart-note">${escapeMarkup(note)}</p>`
  const picture = titlePlace === 'above' ? caption + drawing : drawing + caption
  return `<figure class="chart chart-${kind}">${picture}${aside}${details(table)}</figure>`
}

function details({ summary, columns, rows }: Table): string {
  const head = columns.map((column) => `<th scope="col">${escapeMarkup(column)}</th>`).join('')
  const body = rows
    .map(([name = '', ...cells]) => {
      const rest = cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')
      return `<tr><th scope="row">${escapeMarkup(name)}</th>${rest}</tr>`
    })
    .join('')
  return (
    `<details class="chart-table"><summary>${escapeMarkup(summary)}</summary>` +
    `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></details>`
  )
}
