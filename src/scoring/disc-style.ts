import { letters } from './results.ts'

/** The style with letter `first` on top and `second` next is at 5·first + second; alone at 5·first + 4. */
export const styles = letters.flatMap((first) => [...letters, ''].map((second) => `${first}${second}`))

/**
 * The style: the top letter, and a second one if it is at least half a standard deviation above the midline 0. Equal
 * letters are ordered by more "most" picks, then D, I, S, C.
 */
export function styleOf(differences: readonly number[], most: readonly number[], sd: number): string {
  return styles[stylePlace(differences, most, sd)] as string
}

/** The place of the style in `styles`. */
export function stylePlace(differences: readonly number[], most: readonly number[], sd: number): number {
  let first = 0
  let second = -1
  for (let at = 1; at < 4; at++) {
    if (precedes(at, first, differences, most)) {
      second = first
      first = at
    } else if (second < 0 || precedes(at, second, differences, most)) {
      second = at
    }
  }
  return 5 * first + ((differences[second] as number) >= sd / 2 ? second : 4)
}

/**
 * Whether only the order D, I, S, C chose a letter of the style: another letter has the same difference and as many
 * "most" picks.
 */
export function isStyleTied(differences: readonly number[], most: readonly number[], sd: number): boolean {
  const place = stylePlace(differences, most, sd)
  const [first, second] = [Math.floor(place / 5), place % 5]
  const isEven = (a: number, b: number) => differences[a] === differences[b] && most[a] === most[b]
  return letters.some(
    (_, other) =>
      other !== first && (isEven(other, first) || (second < 4 && other !== second && isEven(other, second))),
  )
}

function precedes(a: number, b: number, differences: readonly number[], most: readonly number[]): boolean {
  const gap = (differences[a] as number) - (differences[b] as number)
  // Letters are compared in the order D, I, S, C, so a full tie keeps the earlier one first.
  return gap > 0 || (gap === 0 && (most[a] as number) > (most[b] as number))
}
