import { writeFileSync } from 'node:fs'
import { criterionNoise, noiseFactor } from '../src/scoring/study-release.ts'
import { faking } from './faking.ts'
import { manualPath } from './manual/adaptations.ts'
import { calibrationPicture } from './manual/calibration-picture.ts'
import { fakingTables } from './manual/faking.ts'
import { studyAdaptive } from './simulation/adaptive.ts'
import { studyCalibration } from './simulation/calibration.ts'
import { type QualityFigures, randomLikelihood, studyQuality } from './simulation/carelessness.ts'
import { studyCriterionAttack } from './simulation/criterion-attack.ts'
import { studyDif } from './simulation/dif.ts'
import { studyFaking } from './simulation/faking.ts'
import { harshBank, sharperForm, usualBank, usualForm } from './simulation/models.ts'
import { ratedForms, studyPleasing } from './simulation/pleasing.ts'
import { studyShortForm, studyShortQuality } from './simulation/short-study.ts'
import { studyCore, studyDisc, studyFocus } from './simulation/studies.ts'
import { studyAttack } from './simulation/study-attack.ts'
import {
  type Population,
  plantComparisons,
  plantPopulation,
  studyCoverage,
} from './simulation/validation-study.ts'

/**
 * `npm run simulate` prints the tables of docs/scoring.md and docs/manual. Everything is seeded, so every run gives the same. `npm run
 * simulate -- 500` takes 500 people per row. `--picture` writes the picture of the calibration for the manual as well.
 */
const [picture, ...counts] = [...process.argv.slice(2)].sort((one) => (one === '--picture' ? -1 : 1))
const hasPicture = picture === '--picture'
const people = Number((hasPicture ? counts[0] : picture) ?? 2000)
if (!Number.isInteger(people) || people < 1)
  throw new SyntaxError('usage: npm run simulate -- [people a row] [--picture]')

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
    ['loading .6, all letters r = 0', usualBank, 0] as const,
    ['loading .6, all letters r = .2', usualBank, 0.2] as const,
    ['loading .6, all letters r = .4', usualBank, 0.4] as const,
  ].map(([name, model, kinship]) => {
    const found = studyDisc(model, people, 101, kinship)
    const { r, firstLetter, firstLetterAgain, styleAgain, styleTrue, confidence, sd, sem } = found
    const shares = [firstLetter, firstLetterAgain, styleAgain, styleTrue, confidence].map(percent)
    return [name, r.toFixed(2), ...shares, sd.toFixed(1), sem.toFixed(1)]
  }),
)

table(
  'DISC under a wish to please',
  ['form', 'wish, SD a point', 'r', 'first letter right', 'first D', 'first I', 'first S', 'first C'],
  Object.entries(ratedForms).flatMap(([name, form]) =>
    [0, 0.25, 0.5, 1].map((wish) => {
      const { r, firstLetter, first } = studyPleasing(form, wish, people, 107)
      return [name, wish.toFixed(2), r.toFixed(2), percent(firstLetter), ...first.map(percent)]
    }),
  ),
)

for (const { title, head, rows } of fakingTables(studyFaking(people, faking.seed))) table(title, head, rows)

table(
  'Core',
  [
    'people',
    'r within a person',
    'true first in the top three',
    'top-five overlap',
    'true error',
    'stated SE',
    'true rank in its interval',
    'ranks in an interval',
    'true last comes last',
  ],
  (
    [
      ['values independent, noise 1', 0, 1],
      ['neighbors correlate .4, noise 1', 0.4, 1],
      ['neighbors correlate .4, noise 1.5', 0.4, 1.5],
      ['neighbors correlate .4, noise 2', 0.4, 2],
    ] as const
  ).map(([name, kinship, temper]) => {
    const found = studyCore(kinship, temper, people, 102)
    const { r, firstInThree, overlap, error, se, coverage, width, lastRight } = found
    const figures = [overlap, error, se].map((figure) => figure.toFixed(2))
    const ranks = [percent(coverage), width.toFixed(1), percent(lastRight)]
    return [name, r.toFixed(2), percent(firstInThree), ...figures, ...ranks]
  }),
)

const levels = [['reliability .72', usualForm] as const, ['reliability .78', sharperForm] as const].flatMap(
  ([name, model]) => {
    const found = studyFocus(model, people, 103)
    return (['facet', 'trait'] as const).map((kind) => ({ name: `${kind}s, ${name}`, ...found[kind] }))
  },
)
const calibration = studyCalibration(
  [0.65, 0.7, 0.75, 0.8, 0.84].map((reliability) => ({ reliability, itemSpread: 0.2 })),
  people,
  106,
)
if (hasPicture) writeFileSync(manualPath('pictures/calibration.svg'), calibrationPicture(calibration))
table(
  'What edition 1.1.0 states of Focus, against what is true',
  ['scales', 'statement', 'stated between', 'results', 'stated', 'true'],
  (['facet', 'trait'] as const).flatMap((kind) =>
    (['level', 'side'] as const).flatMap((statement) =>
      calibration[kind][statement].map(({ from, n, stated, right }) => [
        ...[`${kind}s`, statement, `${percent(from)} and ${percent(from + 0.1)}`],
        ...[String(n), percent(stated), percent(right)],
      ]),
    ),
  ),
)
table(
  'Focus levels, edition 1.0.0',
  ['scales', 'level exact', 'confidence stated', 'true error in T'],
  levels.map(({ name, exact, confidence, error }) => [
    ...[name, percent(exact), percent(confidence), error.toFixed(1)],
  ]),
)
table(
  'Focus levels, by the level given, edition 1.0.0',
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

table(
  'Focus, the short form',
  [
    'scales',
    'r within one sheet',
    'lowest of them',
    'r with the full form another time',
    'full form with itself another time',
    'mean T',
    'SD of T',
  ],
  [['reliability .72', usualForm] as const, ['reliability .78', sharperForm] as const].flatMap(
    ([name, form]) => {
      const found = studyShortForm(form, people, 108)
      return (['facet', 'trait'] as const).map((kind) => {
        const { same, lowest, again, fullAgain, center, spread } = found[kind]
        const correlations = [same, lowest, again, fullAgain].map((r) => r.toFixed(3))
        return [`${kind}s, ${name}`, ...correlations, center.toFixed(1), spread.toFixed(1)]
      })
    },
  ),
)
table(
  'Response quality of the short form, by Focus alone',
  ['manner', 'caution or invalid', 'invalid'],
  [['reliability .72', usualForm] as const, ['reliability .78', sharperForm] as const].flatMap(
    ([name, form]) =>
      studyShortQuality(form, people, 109).map(({ manner, caught, invalid }) => [
        `${manner}, ${name}`,
        percent(caught),
        percent(invalid),
      ]),
  ),
)
table(
  'An adaptive Focus, on invented parameters',
  ['items', 'statements a person', 'r with the true facet', 'true facet in its 95% interval'],
  Object.entries(studyAdaptive(Math.ceil(people / 10), 110)).map(([name, { items, r, coverage }]) => [
    { all: 'all 120', pairs: 'two a facet', adaptive: 'until the error is .62 SD' }[name] ?? name,
    items.toFixed(1),
    r.toFixed(2),
    percent(coverage),
  ]),
)

table(
  'Differential item functioning, 500 people a group',
  ['6 of 120 statements', 'true difference on a trait', 'found', 'false alarms'],
  (
    [
      [0, 0],
      [0.3, 0],
      [0.4, 0],
      [0.5, 0],
      [0.5, 0.3],
    ] as const
  ).map(([shift, impact]) => {
    const { power, falseAlarms } = studyDif({ shift, impact }, Math.ceil(people / 400), 111)
    const planted = shift === 0 ? 'unchanged' : `${shift} points higher or lower`
    const found = shift === 0 ? '' : percent(power)
    return [planted, impact === 0 ? 'none' : `${impact} points an item`, found, percent(falseAlarms)]
  }),
)

const coverageHead = [
  'figures',
  'how many',
  'planted, on average',
  '50 people',
  '200 people',
  '500 people',
  'of single figures',
]
const population = plantPopulation(usualForm, 30 * people, 120)
table(
  'Validation study, how often 95% intervals hold the planted value',
  coverageHead,
  coverageRows(population, 121),
)

const compared = plantComparisons(usualForm, 30 * people, 122)
table(
  'Validation study, how often 95% intervals of comparisons hold the planted value',
  coverageHead,
  coverageRows(compared, 123),
)

table(
  'Validation study, what inventing criteria for one person shows of whether they take part',
  ['account', 'used', 'criteria', 'noise in standard errors', 'anyone', 'the most unusual person'],
  [
    [90, 60, 3, 0] as const,
    [90, 60, 1, criterionNoise] as const,
    [90, 60, 3, noiseFactor] as const,
    [90, 60, 3, criterionNoise] as const,
    [300, 200, 3, criterionNoise] as const,
  ].map(([account, sample, columns, noise]) => {
    const found = [false, true].map((isExtreme) =>
      studyCriterionAttack({ account, sample, columns, noise, isExtreme }, 2 * people, 131),
    )
    return [account, sample, columns, noise].map(String).concat(found.map(percent))
  }),
)

table(
  'Validation study, what a reader of all answers learns of who takes part',
  ['account', 'used', 'figures', 'noise in standard errors', 'right of 100 pairs'],
  [
    ...[0, 1, noiseFactor].map(
      (noise) => [{ account: 90, sample: 60, noise }, Math.ceil(people / 200)] as const,
    ),
    [{ account: 300, sample: 200, noise: noiseFactor }, Math.ceil(people / 1_000)] as const,
  ].map(([setting, replications]) => {
    const { auc, figures } = studyAttack(setting, replications, 130)
    const { account, sample, noise } = setting
    return [String(account), String(sample), String(figures), String(noise), percent(auc)]
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

/** The shares at 50, 200 and 500 people; single figures at 200 and 500. */
function coverageRows(planted: Population, seed: number): string[][] {
  const replications = Math.ceil(people / 2)
  const [few, some, many] = [50, 200, 500].map((n) =>
    studyCoverage(planted, { n, replications, noise: 0, seed }),
  )
  return (some ?? []).map(({ name, figures, planted: mean, mean: share, lowest, highest }) => {
    const other = many?.find((one) => one.name === name)
    const [low, high] = [Math.min(lowest, other?.lowest ?? 1), Math.max(highest, other?.highest ?? 0)]
    const small = few?.find((one) => one.name === name)
    const shares = [small ? percent(small.mean) : '', percent(share), percent(other?.mean ?? Number.NaN)]
    return [name, String(figures), mean.toFixed(2), ...shares, `${percent(low)} to ${percent(high)}`]
  })
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(`### ${title}\n\n${[head, head.map(() => '---'), ...rows].map(line).join('\n')}\n`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
