import { fnv1a } from './hash.ts'
import { gaussian, seededRandom } from './random.ts'
import { type DiscResult, type DiscScores, type Letter, letters } from './results.ts'
import { round } from './round.ts'

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
export function scoreDisc(choices: readonly DiscChoice[], norm: DiscNorm): DiscResult {
  const scores = discScores(choices, norm)
  const styles = styleShares(scores, norm)
  return { ...scores, styles, confidence: styles[scores.style] ?? 0 }
}

/** The scores and the style, without the draws that `scoreDisc` adds. */
export function discScores(choices: readonly DiscChoice[], norm: DiscNorm): DiscScores {
  if (choices.length !== blocks)
    throw new RangeError(`disc: expected ${blocks} choices, found ${choices.length}`)
  const most = { D: 0, I: 0, S: 0, C: 0 }
  const least = { D: 0, I: 0, S: 0, C: 0 }
  for (const choice of choices) {
    most[choice.most]++
    least[choice.least]++
  }
  const differences = letters.map((letter) => most[letter] - least[letter])
  const [d = 0, i = 0, s = 0, c = 0] = differences.map((value) => round(50 + (50 * value) / blocks, 1))
  const picks = letters.map((letter) => most[letter])
  return { style: styleOf(differences, picks, norm.sd), d, i, s, c, most, least }
}

/**
 * The style: the top letter, and a second one if it is at least half a standard deviation above the midline 0. Equal
 * letters are ordered by more "most" picks, then D, I, S, C.
 */
export function styleOf(differences: readonly number[], most: readonly number[], sd: number): string {
  let first = 0
  let second = -1
  for (let at = 1; at < letters.length; at++) {
    if (precedes(at, first, differences, most)) {
      second = first
      first = at
    } else if (second < 0 || precedes(at, second, differences, most)) {
      second = at
    }
  }
  const joined = (differences[second] as number) >= sd / 2
  return `${letters[first]}${joined ? letters[second] : ''}`
}

/**
 * The share of each style (1% and more, largest first) over 1,000 sheets drawn around this one with the norm's standard
 * error. Errors of the four letters sum to zero, as difference scores do. The draws are seeded by the counts, so a
 * result always gives the same shares.
 */
function styleShares({ most, least }: DiscScores, norm: DiscNorm): Record<string, number> {
  const picks = letters.map((letter) => most[letter])
  const differences = letters.map((letter) => most[letter] - least[letter])
  const random = seededRandom(fnv1a(`${picks} ${differences}`))
  const counts = new Map<string, number>()
  const drawn = [0, 0, 0, 0]
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    for (let at = 0; at < 4; at++) {
      drawn[at] = gaussian(random)
      sum += drawn[at] as number
    }
    // Subtracting the mean costs a quarter of the variance, which the root of 4/3 restores.
    for (let at = 0; at < 4; at++) {
      const error = norm.sem * Math.sqrt(4 / 3) * ((drawn[at] as number) - sum / 4)
      drawn[at] = (differences[at] as number) + error
    }
    const style = styleOf(drawn, picks, norm.sd)
    counts.set(style, (counts.get(style) ?? 0) + 1)
  }
  const shares = [...counts].map(([style, count]) => [style, count / draws] as const)
  return Object.fromEntries(
    shares.filter(([, share]) => share >= 0.01).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
  )
}

function precedes(a: number, b: number, differences: readonly number[], most: readonly number[]): boolean {
  const gap = (differences[a] as number) - (differences[b] as number)
  // Letters are compared in the order D, I, S, C, so a full tie keeps the earlier one first.
  return gap > 0 || (gap === 0 && (most[a] as number) > (most[b] as number))
}

const blocks = 24
const draws = 1000
