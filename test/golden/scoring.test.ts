import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { instruments } from '../../scripts/instruments.ts'
import { rootLikelihood } from '../../src/scoring/choice.ts'
import { keptAnswers, nextScreen, screenAt, toChoices } from '../../src/scoring/core.ts'

import { discScores, scoreDisc } from '../../src/scoring/disc.ts'
import { scoringEditions } from '../../src/scoring/edition.ts'
import { responseQuality } from '../../src/scoring/quality.ts'
import { qualityVersion } from '../../src/scoring/quality-rules.ts'
import type { AnswerSheet } from '../../src/scoring/score.ts'
import { scoreSheet } from '../../src/scoring/score.ts'
import { goldenSheets } from './sheets.ts'

/**
 * Hashes of everything that scoring says about some thousand simulated sheets. Stored results must come out the same
 * forever, so a hash is only ever added, for a new edition of the scoring or of the rules of quality.
 */
const golden: Readonly<Record<string, string>> = {
  'scores 1.0.0': '00ad7de189eb5a9405173bfb5b3fee433bfd0fe92cb178d874eebc64e730cc1c',
  'scores 1.1.0': 'aa765828f710181cb8b71c389b16104949d389c86283f1c46f41246bd7cf9de0',
  likelihoods: '09898b26269d46451229b8f380fd0d0104a622b4e49f18f69100034294a18a42',
  screens: '048ae76dce09394e621ea5492ba2ae3fab6f306007d598fc3e61a645623fef0e',
  'other norms 1.0.0': '677cc7bb6e9442b2be43078f9892594683e254df47f36c020b5ed9278e24949c',
  'other norms 1.1.0': '9e804180a8d3a1562fa86057ac78f3a43a1f0d8b8c379357f9dc508a1533666d',
  'quality 1': '768b9908459d5e72ef1f89dc5381ad465f9ef72c3c9ee71bdd8f13f291c50079',
  'quality 2': 'd9283e04ddf38b0fce7abcb6012f4342e82e54db92fb0a3075ad7ecd72acd64f',
}

/** The same of fewer honest people and fewer at random, with all odd sheets. */
const goldenOfSome: typeof golden = {
  'scores 1.0.0': '25f36e393a618ff1e53a56effa40637496540d74e66d5202475fa7f8e58b5931',
  'scores 1.1.0': '5d449aa8dea00b0998dbec37499e4b9017238bdfb476c89376caa6e61b73a534',
  likelihoods: 'de10f17308cf5eb91782d16c2f4b14f9166675c0ff5ee6bdd74ea343a0f8eccc',
  screens: '6a736715935ca86b6a7aacac71ae9a0eaf0ce6379880c0c9070e2328c2232129',
  'other norms 1.0.0': '4b423b16ba94d2601e71996c4b95165684e4b4d839eaaae186a3c7401f29fd2c',
  'other norms 1.1.0': 'eb4a041f3ec8c498cf30d0ba18ca04461dc01c26ebc85353d3d6a893791f5a19',
  'quality 1': '734ab8ca17772a1eaf80d354e5074a403163d4d9e2a77e032bb6e5aababfdd0f',
  'quality 2': '8e5f5997a08a09dd9ace8153cf796a28f173c187c8e5b3a62707e929e17203e2',
}

const { design } = instruments.core

describe('a thousand sheets', () => check(() => goldenSheets(60, 20), goldenOfSome))
describe('three thousand sheets', { tags: 'long' }, () => check(() => goldenSheets(1_500, 400), golden))

function check(makeSheets: () => AnswerSheet[], hashes: typeof golden): void {
  let sheets: readonly AnswerSheet[]
  beforeAll(() => {
    sheets = makeSheets()
  })
  test.each(scoringEditions)('scores every sheet as edition %s always has', (edition) => {
    expectGolden(hashes, `scores ${edition}`, sheets, (sheet, at) =>
      attempt(() => scoreSheet(sheet, instruments, `person ${at}`, edition)),
    )
  })

  test('finds the likelihood of the choices as this version always has', () => {
    expectGolden(hashes, 'likelihoods', sheets, ({ core }) =>
      attempt(() => core && rootLikelihood(toChoices(core, design), 13, design.priorSd)?.toPrecision(9)),
    )
  })

  test('shows the screens of Core, and keeps answers to them, as this version always has', () => {
    expectGolden(hashes, 'screens', sheets, ({ core }) =>
      core
        ? [
            attempt(() => nextScreen(core, design)),
            attempt(() => keptAnswers(core, design).length),
            ...[13, 14, 17, 20].map((index) => attempt(() => screenAt(index, core, design))),
          ]
        : [],
    )
  })

  test.each(scoringEditions)(
    'draws styles around other standard errors as edition %s always has',
    (edition) => {
      const norms = [
        { sd: 6, sem: 0 },
        { sd: 6, sem: 0.01 },
        { sd: 0, sem: 3 },
        { sd: 4.5, sem: 1.25 },
        { sd: 12, sem: 6 },
        { sd: 80, sem: 40 },
      ].map((norm) => ({ id: 'other', ...norm }))
      const some = sheets.filter(({ disc }) => disc !== undefined).filter((_, at) => at % 9 === 0)
      expectGolden(hashes, `other norms ${edition}`, some, ({ disc = [] }) => [
        ...norms.map((norm) => attempt(() => scoreDisc(disc, norm, edition))),
        attempt(() => discScores(disc, instruments.disc.norm)),
      ])
    },
  )

  test.each(['1', qualityVersion])('assesses every sheet by the rules of version %s as always', (version) => {
    expectGolden(hashes, `quality ${version}`, sheets, (sheet, at) => {
      const activeSeconds =
        at % 3 === 0 ? {} : { disc: 30 + (at % 71), focus: 150 + (at % 331), core: 25 + (at % 59) }
      const retakes = at % 5 === 0 ? [retakeOf(at)] : []
      return attempt(() => responseQuality({ sheet, activeSeconds, retakes }, instruments, version))
    })
  })
}

function retakeOf(at: number) {
  const now = [10 + (at % 7), 30, 50 + (at % 11), 60]
  const former = at % 2 === 0 ? [60, 50, 30, 10 + (at % 5)] : [12, 31 + (at % 13), 50, 66]
  return { assessment: 'disc', now, former } as const
}

function expectGolden(
  hashes: typeof golden,
  name: string,
  of: readonly AnswerSheet[],
  output: (sheet: AnswerSheet, at: number) => unknown,
): void {
  const hash = createHash('sha256')
  for (const [at, sheet] of of.entries()) hash.update(`${JSON.stringify(output(sheet, at))}\n`)
  expect(hash.digest('hex'), name).toBe(hashes[name])
}

/** The result, or what was refused and why. */
function attempt<T>(compute: () => T): T | string {
  try {
    return compute()
  } catch (error) {
    return String(error)
  }
}
