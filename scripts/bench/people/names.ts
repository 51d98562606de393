import type { Random } from '../../../src/scoring/random.ts'

/** Draws first and last names; a few are frequent and most are rare, as in reality. */
export type Names = { first(): string; last(): string }

/**
 * Names made of syllables, some with accents and many only an edit or two apart. An account of a million has some
 * 60,000 distinct ones.
 */
export function drawNames(people: number, random: Random): Names {
  const first = drawDistinct(Math.min(3_000, 20 + people / 5), random)
  const last = drawDistinct(Math.min(60_000, 40 + people / 2), random)
  // The cube makes the first names of a list as frequent as those of a phone book.
  const pick = (names: readonly string[]) => names[Math.floor(random() ** 3 * names.length)] as string
  return { first: () => pick(first), last: () => pick(last) }
}

function drawDistinct(count: number, random: Random): string[] {
  const names = new Set<string>()
  while (names.size < count) names.add(drawName(random))
  return [...names]
}

const starts = ['B', 'D', 'G', 'K', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'V', 'Ch', 'St', 'É', 'Ö', 'A', 'I']
const vowels = ['a', 'e', 'i', 'o', 'u', 'é', 'ü', 'ei', 'ou']
const ends = ['n', 'r', 's', 'l', 'nd', 'rt', 'ck', 'ng', 'ñ', '']

function drawName(random: Random): string {
  const pick = (parts: readonly string[]) => parts[Math.floor(random() * parts.length)] as string
  const syllables = 2 + Math.floor(random() * 2)
  let name = pick(starts)
  for (let index = 0; index < syllables; index += 1) {
    name += pick(vowels) + pick(ends)
    if (index + 1 < syllables) name += pick(starts).toLowerCase()
  }
  return name
}
