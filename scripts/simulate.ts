import { type QualityFigures, randomLikelihood, studyQuality } from './simulation/carelessness.ts'
import { harshBank, sharperForm, usualBank, usualForm } from './simulation/models.ts'
import { studyCore, studyDisc, studyFocus } from './simulation/studies.ts'

/**
 * `npm run simulate` prints the tables of docs/scoring.md. Everything is seeded, so every run gives the same. `npm run
 * simulate -- 500` takes 500 people per row.
 */
const people = Number(process.argv[2] ?? 2000)
if (!Number.isInteger(people) || people < 1)
  throw new SyntaxError('usage: npm run simulate -- [people a row]')

table(
  'DISC',
  [
    'bank',
    'r',
    'first letter right',
    'first letter again',
    'style again',
    'style true',
    'confidence',
    'SD',
    'SEM',
  ],
  [
    ['loading .6, imbalance .2', usualBank] as const,
    ['loading .5, imbalance .4', harshBank] as const,
    ['loading .4, imbalance .4', { loading: 0.4, imbalance: 0.4 }] as const,
  ].map(([name, model]) => {
    const found = studyDisc(model, people, 101)
    const { r, firstLetter, firstLetterAgain, styleAgain, styleTrue, confidence, sd, sem } = found
    const shares = [firstLetter, firstLetterAgain, styleAgain, styleTrue, confidence].map(percent)
    return [name, r.toFixed(2), ...shares, sd.toFixed(1), sem.toFixed(1)]
  }),
)

table(
  'Core',
  [
    'people',
    'r within a person',
    'true first in the top three',
    'top-five overlap',
    'true error',
    'stated SE',
  ],
  (
    [
      ['values independent, noise 1', 0, 1],
      ['neighbors correlate .4, noise 1', 0.4, 1],
      ['neighbors correlate .4, noise 1.5', 0.4, 1.5],
      ['neighbors correlate .4, noise 2', 0.4, 2],
    ] as const
  ).map(([name, kinship, temper]) => {
    const { r, firstInThree, overlap, error, se } = studyCore(kinship, temper, people, 102)
    return [name, r.toFixed(2), percent(firstInThree), overlap.toFixed(2), error.toFixed(2), se.toFixed(2)]
  }),
)

const levels = [['reliability .72', usualForm] as const, ['reliability .78', sharperForm] as const].flatMap(
  ([name, model]) => {
    const found = studyFocus(model, people, 103)
    return (['facet', 'trait'] as const).map((kind) => ({ name: `${kind}s, ${name}`, ...found[kind] }))
  },
)
table(
  'Focus levels',
  ['scales', 'level exact', 'confidence stated', 'true error in T'],
  levels.map(({ name, exact, confidence, error }) => [
    ...[name, percent(exact), percent(confidence), error.toFixed(1)],
  ]),
)
table(
  'Focus levels, by the level given',
  ['scales', 'level given', 'share of results', 'right', 'stated'],
  levels.flatMap(({ name, groups: { outer, side, middle, flat } }) =>
    (
      [
        ['very low, very high', outer],
        ['low, high', side],
        ['baseline', middle],
        ['side stated flatly', flat],
      ] as const
    ).map(([level, { share, exact, confidence }]) => [
      ...[name, level, percent(share), percent(exact), percent(confidence)],
    ]),
  ),
)

table(
  'Response quality',
  ['manner', 'caution or invalid', 'invalid', 'by Focus alone', 'by DISC and Core alone'],
  [
    ['usual', usualBank, usualForm, 1] as const,
    ['sharper form', usualBank, sharperForm, 1] as const,
    ['harsh bank', harshBank, usualForm, 1] as const,
    ['harsh bank, noise 1.5', harshBank, usualForm, 1.5] as const,
  ].flatMap(([name, bank, form, noise]) => {
    const found = studyQuality(bank, form, people, 104, noise)
    const manners: [string, QualityFigures][] = [
      ['honest', found.honest],
      ['random', found.random],
      ['random from half-way', found.halfRandom],
      ['straight line', found.straightLine],
    ]
    return manners.map(([manner, { caught, invalid, focusAlone, choicesAlone }]) => [
      `${manner}, ${name}`,
      ...[caught, invalid, focusAlone, choicesAlone].map(percent),
    ])
  }),
)

const limits = randomLikelihood(5 * people, 105)
table(
  'Root likelihood of random answers',
  ['', '95th percentile'],
  [
    ['DISC', limits.disc.toFixed(3)],
    ['Core', limits.core.toFixed(3)],
  ],
)

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(`### ${title}\n\n${[head, head.map(() => '---'), ...rows].map(line).join('\n')}\n`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
