import type { z } from 'zod'
import type { QuasiIdentifiers } from '../../scoring/anonymous-rows.ts'
import type { ReleasedFigure } from '../../scoring/study-release.ts'
import type { StudyExport } from './model.ts'
import { rowColumns, traits } from './release.ts'

const figureColumns = ['kind', 'subject', 'figure', 'other', 'n', 'value', 'low', 'high', 'verdict'] as const

const bands = 'low (T below 45), middle, high (T above 55); * where not given'

/** What every column of both files means. Rows have no criterion: the account knows its values and could find people by them. */
const columns: z.output<typeof StudyExport>['codebook'] = [
  ...(
    [
      [
        'kind',
        'What the figure is about.',
        'trait, facet, letter, prediction, comparison, criterion, peer, core, missing',
      ],
      [
        'subject',
        'The scale of Focus, the letter of DISC, the criterion, the value of Core or its whole order, or what is missing.',
        'names of scales; D, I, S, C; names of criteria; names of values, order; disc, retest',
      ],
      [
        'figure',
        'Which figure. For `peer`, r of the trait with the mean of at least three raters; for `core`, retest of the places of a value, and the median of the rank correlations within people.',
        'alpha, omega, retest, mean, sd, r, share, median',
      ],
      [
        'other',
        'The facet that the letter is correlated with, or the trait that the criterion is correlated with.',
        'names of facets and traits, or empty',
      ],
      ['n', 'People that the figure is of.', 'a multiple of ten from 50'],
      [
        'value',
        'The figure with noise of 1.5 standard errors; of 2 for criteria.',
        'a number; means and SDs of scales in T',
      ],
      ['low', 'Lower end of the 95% interval, noise included.', 'a number'],
      ['high', 'Upper end of the 95% interval, noise included.', 'a number'],
      ['verdict', 'What the interval says of a prediction.', 'supported, contradicted, open, or empty'],
    ] as const
  ).map(([column, description, values]) => ({ file: 'figures' as const, column, description, values })),
  {
    file: 'rows',
    column: 'language',
    description: 'Language of the profile.',
    values: 'a locale, none, or * where not given',
  },
  ...traits.map((trait) => ({
    file: 'rows' as const,
    column: trait as string,
    description: `${trait} at the first occasion.`,
    values: bands,
  })),
  ...traits.map((trait) => ({
    file: 'rows' as const,
    column: `${trait}Again`,
    description: `${trait} at the second occasion, two to four weeks later.`,
    values: `${bands}; empty without a second occasion`,
  })),
]

/** Every column of both files, and what the account said of each criterion among the figures. */
export function codebookFor(
  figures: readonly ReleasedFigure[],
  criteria: readonly { name: string; meaning: string }[],
): z.output<typeof StudyExport>['codebook'] {
  const shown = criteria.filter(({ name }) =>
    figures.some(({ kind, subject }) => kind === 'criterion' && subject === name),
  )
  return [
    ...columns,
    ...shown.map(({ name, meaning }) => ({
      file: 'criteria' as const,
      column: name,
      description: meaning,
      values:
        'fifths of the uploaded people, from 0 (lowest) to 4; only in correlations with traits, which are not corrected ' +
        'for unreliability',
    })),
  ]
}

export function figuresCsv(figures: readonly ReleasedFigure[]): string {
  return csv(
    figureColumns,
    figures.map((figure) => figureColumns.map((column) => String(figure[column] ?? ''))),
  )
}

export function rowsCsv(rows: readonly QuasiIdentifiers[]): string {
  return csv(
    rowColumns,
    rows.map((row) => rowColumns.map((column) => row[column] ?? '')),
  )
}

/**
 * No value contains a comma, a quote or a line break, or begins as a formula: all are names of ours, numbers, locales, and
 * names of criteria, which have only letters, digits, spaces, - and _.
 */
function csv(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}
