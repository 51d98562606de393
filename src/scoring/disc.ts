import { isStyleTied, styleOf } from './disc-style.ts'
import { type ScoringEdition, scoringVersion } from './edition.ts'
import { type DiscResult, type DiscScores, type Letter, letters } from './results.ts'
import { round } from './round.ts'
import { styleShares } from './style-shares.ts'

/** One block: the letters of the statements chosen as most and least like me, and all four in the order shown. */
export type DiscChoice = {
  readonly most: Letter
  readonly least: Letter
  readonly order?: readonly Letter[]
}

/** `sd` and `sem` are those of a letter's difference score (most minus least, -24..24). */
export type DiscNorm = { readonly id: string; readonly sd: number; readonly sem: number }

/**
 * Scores the 24 blocks. Each letter's difference score d (most minus least) becomes 50 + 50·d/24, one decimal. The four
 * always average 50: they rank the letters within one person and do not compare people. Throws a RangeError if there
 * are not 24 choices.
 */
export function scoreDisc(
  choices: readonly DiscChoice[],
  norm: DiscNorm,
  edition: ScoringEdition = scoringVersion,
): DiscResult {
  const scores = discScores(choices, norm)
  const picks = letters.map((letter) => scores.most[letter])
  const differences = letters.map((letter) => scores.most[letter] - scores.least[letter])
  const styles = styleShares(picks, differences, norm)
  const result = { ...scores, styles, confidence: styles[scores.style] ?? 0 }
  return edition === '1.0.0' ? result : { ...result, styleIsTied: isStyleTied(differences, picks, norm.sd) }
}

/** The scores and the style, without the draws that `scoreDisc` adds. */
export function discScores(choices: readonly DiscChoice[], norm: DiscNorm): DiscScores {
  if (choices.length !== blocks)
    throw new RangeError(`disc: expected ${blocks} choices, found ${choices.length}`)
  const most = { D: 0, I: 0, S: 0, C: 0 }
  const least = { D: 0, I: 0, S: 0, C: 0 }
  for (const choice of choices) {
    count(choice.most, most)
    count(choice.least, least)
  }
  const differences = letters.map((letter) => most[letter] - least[letter])
  const [d = 0, i = 0, s = 0, c = 0] = differences.map((value) => round(50 + (50 * value) / blocks, 1))
  const picks = letters.map((letter) => most[letter])
  return { style: styleOf(differences, picks, norm.sd), d, i, s, c, most, least }
}

const blocks = 24

/** Adds one to a letter's count. Names in the code are found much faster than a name in a variable. */
function count(letter: Letter, counts: Record<Letter, number>): void {
  if (letter === 'D') counts.D++
  else if (letter === 'I') counts.I++
  else if (letter === 'S') counts.S++
  else if (letter === 'C') counts.C++
  else counts[letter]++
}
