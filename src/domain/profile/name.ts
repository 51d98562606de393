import { foldText } from '../../contract/fold.ts'

/**
 * Folds names for search and sorting. Removes case, accents and width; splits Chinese, Japanese and Korean text, which
 * has no spaces between words, into grams of one and two characters.
 */

/** The words and grams by which a name is found. */
export function nameTokens(firstName: string | null, lastName: string | null): string[] {
  const first = foldText(firstName ?? '')
  const last = foldText(lastName ?? '')
  const tokens = new Set<string>()
  for (const word of wordsOf(`${first} ${last}`)) {
    if (isEastAsian(word)) for (const gram of grams(word)) tokens.add(gram)
    else tokens.add(word)
  }
  // Full names in these scripts have no space, and people type either name first, so both seams are grams as well.
  if (isEastAsian(last) && isEastAsian(first)) {
    for (const gram of [...grams(last + first), ...grams(first + last)]) tokens.add(gram)
  }
  return [...tokens]
}

/** The tokens of a search text: whole words, which tolerate errors, and grams, which must match exactly. */
export function searchTokens(text: string): { words: string[]; grams: string[] } {
  const words = new Set<string>()
  const wanted = new Set<string>()
  for (const word of wordsOf(foldText(text))) {
    if (!isEastAsian(word)) words.add(word)
    else if ([...word].length === 1) wanted.add(word)
    else for (const gram of grams(word)) if ([...gram].length === 2) wanted.add(gram)
  }
  return { words: [...words].slice(0, maxTokens), grams: [...wanted].slice(0, maxTokens) }
}

/** The sort key of a name. */
export function nameKey(firstName: string | null, lastName: string | null): string {
  return foldText(`${firstName ?? ''} ${lastName ?? ''}`).trim()
}

/** The spellings of a word with two neighboring letters swapped, the most common typo. */
export function neighborSwaps(word: string): string[] {
  const letters = [...word]
  const swaps: string[] = []
  for (let index = 0; index + 1 < letters.length; index += 1) {
    const swapped = [...letters]
    swapped[index] = letters[index + 1] as string
    swapped[index + 1] = letters[index] as string
    swaps.push(swapped.join(''))
  }
  return swaps
}

const maxTokenLength = 40

/** No name needs more. Searching for hundreds of words would keep the database planning for seconds. */
const maxTokens = 8

function wordsOf(folded: string): string[] {
  const runs = folded.match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]+|[^\P{L}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|\p{N}+/gu,
  )
  return (runs ?? []).map((word) => [...word].slice(0, maxTokenLength).join(''))
}

function isEastAsian(word: string): boolean {
  return /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]+$/u.test(word)
}

function grams(word: string): string[] {
  const letters = [...word]
  return letters.flatMap((letter, index) => {
    const next = letters[index + 1]
    return next === undefined ? [letter] : [letter, letter + next]
  })
}
