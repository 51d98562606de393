import { bandCount } from '../../src/scoring/criteria.ts'
import { blur } from '../../src/scoring/estimate.ts'
import { estimateCorrelation } from '../../src/scoring/estimators.ts'
import { gaussian, type Random, seededRandom } from '../../src/scoring/random.ts'

export type CriterionAttack = {
  readonly account: number
  readonly sample: number
  readonly columns: number
  readonly noise: number
  /** Whether the one that is looked for has the most unusual traits of the account, or is anyone. */
  readonly isExtreme: boolean
}

const traits = 5

/**
 * What an account learns of one person by inventing criteria for it: the person has the highest fifth in each column, and
 * everyone else a fifth at random. The account knows all traits, and weighs the released correlations as this person would
 * move them. Returns the chance that the account finds the release with the person likelier to have the person than the one
 * without: .5 is guessing.
 */
export function studyCriterionAttack(
  { account, sample, columns, noise, isExtreme }: CriterionAttack,
  replications: number,
  seed: number,
): number {
  const random = seededRandom(seed)
  const scores = { inside: [] as number[], outside: [] as number[] }
  for (let replication = 0; replication < replications; replication++) {
    const people = Array.from({ length: account }, () =>
      Array.from({ length: traits }, () => gaussian(random)),
    )
    const squares = people.map((one) => one.reduce((sum, z) => sum + z * z, 0))
    const target = isExtreme ? squares.indexOf(Math.max(...squares)) : 0
    const bands = Array.from({ length: columns }, () => spread(account, target, random))
    const others = shuffled(account, random).filter((one) => one !== target)
    const releases = { inside: [target, ...others.slice(1, sample)], outside: others.slice(0, sample) }
    for (const kind of ['inside', 'outside'] as const) {
      let score = 0
      for (const column of bands)
        for (let trait = 0; trait < traits; trait++) {
          const values = releases[kind].map((one) => people[one]?.[trait] as number)
          const estimate = estimateCorrelation(
            releases[kind].map((one) => column[one] as number),
            values,
          )
          if (!estimate) continue
          score += (people[target]?.[trait] as number) * blur(estimate, noise, gaussian(random)).at
        }
      scores[kind].push(score)
    }
  }
  let wins = 0
  for (const one of scores.inside) for (const other of scores.outside) wins += Number(one > other)
  return wins / (scores.inside.length * scores.outside.length)
}

/** A fifth of the people in each band, at random; the target is in the highest. */
function spread(account: number, target: number, random: Random): number[] {
  const column: number[] = []
  for (const [place, one] of [
    target,
    ...shuffled(account, random).filter((other) => other !== target),
  ].entries())
    column[one] = bandCount - 1 - Math.floor((bandCount * place) / account)
  return column
}

function shuffled(count: number, random: Random): number[] {
  const all = Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other] as number, all[at] as number]
  }
  return all
}
