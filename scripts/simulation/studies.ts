import { scoreSideOf, sideConfidence, sureThreshold } from '../../src/domain/debrief/certainty.ts'
import { scoreCore } from '../../src/scoring/core.ts'
import { correlation, mean } from '../../src/scoring/correlation.ts'
import { type DiscChoice, type DiscNorm, discScores, scoreDisc } from '../../src/scoring/disc.ts'
import { styleOf } from '../../src/scoring/disc-style.ts'
import { scoreFocus } from '../../src/scoring/focus.ts'
import { levelOf } from '../../src/scoring/level.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { type FocusResult, type FocusScale, letters } from '../../src/scoring/results.ts'
import { instruments } from '../instruments.ts'
import { answerBank, answerScreens, type BankModel, drawBank, drawLetters, drawValues } from './people.ts'
import { drawSheet, type FocusModel, latentForm } from './sheets.ts'

/** `r` is the lowest of the four letters' correlations with the trait; shares run from 0 to 1. */
export type DiscStudy = {
  readonly r: number
  readonly firstLetter: number
  readonly firstLetterAgain: number
  readonly styleAgain: number
  /** The style is that of the person's mean over many sheets. */
  readonly styleTrue: number
  readonly confidence: number
  readonly sd: number
  readonly sem: number
}

/** People answer one simulated bank twice with fresh noise, and fifty times more for their true style. */
export function studyDisc(model: BankModel, people: number, seed: number, kinship?: number): DiscStudy {
  const random = seededRandom(seed)
  const bank = drawBank(model, random)
  const { norm } = instruments.disc
  const traits: number[][] = letters.map(() => [])
  const differences: number[][] = letters.map(() => [])
  const changes: number[] = []
  const confidence: number[] = []
  let [firstLetter, firstLetterAgain, styleAgain, styleTrue] = [0, 0, 0, 0]
  for (let person = 0; person < people; person++) {
    const letterTraits = drawLetters(random, kinship)
    const result = scoreDisc(answerBank(letterTraits, bank, model, random), norm)
    const again = discScores(answerBank(letterTraits, bank, model, random), norm)
    for (const [at, letter] of letters.entries()) {
      const difference = result.most[letter] - result.least[letter]
      traits[at]?.push(letterTraits[at] as number)
      differences[at]?.push(difference)
      changes.push(difference - (again.most[letter] - again.least[letter]))
    }
    if (letters[letterTraits.indexOf(Math.max(...letterTraits))] === result.style[0]) firstLetter++
    if (again.style[0] === result.style[0]) firstLetterAgain++
    if (again.style === result.style) styleAgain++
    const sheets = Array.from({ length: 50 }, () => answerBank(letterTraits, bank, model, random))
    if (trueStyle(sheets, norm) === result.style) styleTrue++
    confidence.push(result.confidence)
  }
  return {
    r: Math.min(...letters.map((_, at) => correlation(traits[at] ?? [], differences[at] ?? []) ?? 0)),
    firstLetter: firstLetter / people,
    firstLetterAgain: firstLetterAgain / people,
    styleAgain: styleAgain / people,
    styleTrue: styleTrue / people,
    confidence: mean(confidence),
    sd: rootMeanSquare(differences.flat()),
    sem: rootMeanSquare(changes) / Math.SQRT2,
  }
}

function trueStyle(sheets: readonly (readonly DiscChoice[])[], norm: DiscNorm): string {
  const differences = letters.map((letter) =>
    mean(
      sheets.map(
        (sheet) =>
          sheet.filter(({ most }) => most === letter).length -
          sheet.filter(({ least }) => least === letter).length,
      ),
    ),
  )
  return styleOf(differences, [0, 0, 0, 0], norm.sd)
}

/** `r` is the mean correlation within a person; `overlap` the mean number of true top five values among the five. */
export type CoreStudy = {
  readonly r: number
  readonly firstInThree: number
  readonly overlap: number
  readonly error: number
  readonly se: number
  /** Of the intervals of ranks: how often the true rank is inside, and their mean number of ranks. */
  readonly coverage: number
  readonly width: number
  /** How often the value that comes last is the true last one. */
  readonly lastRight: number
}

/** People with known utilities take all 21 screens. */
export function studyCore(kinship: number, temper: number, people: number, seed: number): CoreStudy {
  const random = seededRandom(seed)
  const { design } = instruments.core
  const correlations: number[] = []
  const overlaps: number[] = []
  const errors: number[] = []
  const standardErrors: number[] = []
  let firstInThree = 0
  let lastRight = 0
  let inside = 0
  const widths: number[] = []
  for (let person = 0; person < people; person++) {
    const utilities = drawValues(kinship, random)
    const { ranked } = scoreCore(answerScreens(utilities, design, temper, random), design, `${person}`)
    const truth = new Map(design.values.map(({ key }, at) => [key, utilities[at] as number]))
    const true13 = [...truth].sort(([, a], [, b]) => b - a).map(([key]) => key)
    const found = ranked.map(({ key }) => key)
    const known = ranked.map(({ key }) => truth.get(key) as number)
    const fitted = ranked.map(({ utility }) => utility)
    correlations.push(correlation(known, fitted) ?? 0)
    overlaps.push(found.slice(0, 5).filter((key) => true13.slice(0, 5).includes(key)).length)
    if (found.slice(0, 3).includes(true13[0] as string)) firstInThree++
    if (found.at(-1) === true13.at(-1)) lastRight++
    for (const { key, rank90: [best, worst] = [1, 13] } of ranked) {
      const rank = 1 + true13.indexOf(key)
      if (rank >= best && rank <= worst) inside++
      widths.push(worst - best + 1)
    }
    errors.push(...fitted.map((utility, at) => utility - (known[at] as number)))
    standardErrors.push(...ranked.map(({ se }) => se))
  }
  return {
    r: mean(correlations),
    firstInThree: firstInThree / people,
    overlap: mean(overlaps),
    error: rootMeanSquare(errors),
    se: rootMeanSquare(standardErrors),
    coverage: inside / widths.length,
    width: mean(widths),
    lastRight: lastRight / people,
  }
}

/** `share` of the results, how often the reported level is that of the true T, and the mean stated confidence. */
type LevelGroup = { readonly share: number; readonly exact: number; readonly confidence: number }

/**
 * `outer` are very low and very high, `side` low and high. `flat` are the results whose side (high or low) a debrief
 * states without a hedge; for these, `exact` counts how often the true T is on that side.
 */
export type LevelFigures = LevelGroup & {
  readonly error: number
  readonly groups: Readonly<Record<'outer' | 'side' | 'middle' | 'flat', LevelGroup>>
}

/** How often the level is that of the true T, for facets and traits, with the stated confidence. */
export function studyFocus(
  model: FocusModel,
  people: number,
  seed: number,
): Record<'facet' | 'trait', LevelFigures> {
  const random = seededRandom(seed)
  const { keys, norm } = instruments.focus
  const published = { ...norm, provisional: noProvisional }
  const form = latentForm(keys, published, model, random)
  const seen = { facet: [] as Seen[], trait: [] as Seen[] }
  for (let person = 0; person < people; person++) {
    const { truth, answers } = drawSheet(form, random)
    const result = scoreFocus(answers, keys, published) as FocusResult
    for (const [name, { facets, ...trait }] of Object.entries(result)) {
      seen.trait.push({ ...trait, percentile: trait.score, truth: truth[name] as number })
      for (const [facet, scale] of Object.entries(facets)) {
        seen.facet.push({ ...scale, percentile: scale.score, truth: truth[facet] as number })
      }
    }
  }
  return { facet: figures(seen.facet), trait: figures(seen.trait) }
}

type Seen = FocusScale & { readonly percentile: number; readonly truth: number }

function figures(seen: readonly Seen[]): LevelFigures {
  const isExact = ({ level, truth }: Seen) => level === levelOf(truth)
  const isRightSide = ({ t, truth }: Seen) => (t > 50 ? truth > 55 : truth < 45)
  const stated = ({ confidence }: Seen) => confidence
  const of = (isOf: (one: Seen) => boolean) => group(seen, isOf, isExact, stated)
  const isFlat = (one: Seen) => scoreSideOf(one) !== 'middle' && sideConfidence(one) >= sureThreshold(one)
  return {
    ...of(() => true),
    error: rootMeanSquare(seen.map(({ t, truth }) => t - truth)),
    groups: {
      outer: of(({ level }) => level.startsWith('very')),
      side: of(({ level }) => level === 'low' || level === 'high'),
      middle: of(({ level }) => level === 'baseline'),
      flat: group(seen, isFlat, isRightSide, sideConfidence),
    },
  }
}

function group(
  seen: readonly Seen[],
  isOf: (one: Seen) => boolean,
  isRight: (one: Seen) => boolean,
  stated: (one: Seen) => number,
): LevelGroup {
  const found = seen.filter(isOf)
  return {
    share: found.length / seen.length,
    exact: found.filter(isRight).length / found.length,
    confidence: mean(found.map(stated)),
  }
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => value * value)))
}

/** The provisional figures are assumptions; a study of the method uses only the published ones. */
const noProvisional = { domains: {}, facets: {}, scales: [] }
