import type { Trait } from './results.ts'

/** One statement about someone else. `sign`: whether agreeing means more of the trait, or less. */
export type PeerItem = { readonly n: number; readonly trait: Trait; readonly sign: 1 | -1 }

/**
 * The form for people who know someone: two statements a trait, one for more and one for less of it. Written for Timbre; no
 * norm and no other study has it.
 */
export const peerItems: readonly PeerItem[] = [
  { n: 1, trait: 'flexibility', sign: 1 },
  { n: 2, trait: 'organization', sign: 1 },
  { n: 3, trait: 'communication', sign: 1 },
  { n: 4, trait: 'understanding', sign: 1 },
  { n: 5, trait: 'stability', sign: 1 },
  { n: 6, trait: 'flexibility', sign: -1 },
  { n: 7, trait: 'organization', sign: -1 },
  { n: 8, trait: 'communication', sign: -1 },
  { n: 9, trait: 'understanding', sign: -1 },
  { n: 10, trait: 'stability', sign: -1 },
]

/** Fewer people who answered about someone are not used: the mean would be nearly the answer of one. */
const peerFloor = 3

/** Answers from 1 to 5 by number of the statement; 0 where the rater could not say. */
export type PeerAnswers = Readonly<Record<string, number>>

/**
 * The means of a person's traits over the raters, each first over the statements that they could answer. Undefined unless at
 * least three could say something of each trait: a release hides how many people have means by one number for all traits.
 */
export function peerMeans(raters: readonly PeerAnswers[]): Record<string, number> | undefined {
  const means: Record<string, number> = {}
  for (const trait of new Set(peerItems.map((item) => item.trait))) {
    const found = raters.flatMap((answers) => {
      const said = peerItems.flatMap((item) => {
        const answer = answers[item.n] ?? 0
        return item.trait === trait && answer > 0 ? [item.sign === 1 ? answer : 6 - answer] : []
      })
      return said.length > 0 ? [said.reduce((sum, one) => sum + one, 0) / said.length] : []
    })
    if (found.length < peerFloor) return undefined
    means[trait] = found.reduce((sum, one) => sum + one, 0) / found.length
  }
  return means
}
