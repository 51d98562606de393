type Name = { readonly firstName?: string | undefined; readonly lastName?: string | undefined }

/** A name without case, accents and the order of its words: “KÖHLER, Joerg” is “Jörg Köhler”. Empty if there is none. */
export function sameNameKey(name: Name): string {
  return wordsOf(name).join(' ')
}

/**
 * Whether two names can't be those of one person. A name is not another one if it only lacks a part: “Priya” and “Priya
 * Nair”, or no name at all.
 */
export function isOtherName(one: Name, other: Name): boolean {
  const [words, otherWords] = [wordsOf(one), wordsOf(other)]
  const [fewer, more] = words.length <= otherWords.length ? [words, otherWords] : [otherWords, words]
  return !fewer.every((word) => more.includes(word)) && fewer.join('') !== more.join('')
}

/** Names are compared with all others of their address, which may be thousands. */
const known = new WeakMap<Name, readonly string[]>()

function wordsOf(name: Name): readonly string[] {
  const before = known.get(name)
  if (before) return before
  const { firstName = '', lastName = '' } = name
  const words = plainName(`${firstName} ${lastName}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
  known.set(name, words)
  return words
}

/** Without case and accents. “ö” and “oe” are the same letter, as are “ß” and “ss”. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[ßøłđæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/([aou])e/g, '$1')
    .normalize('NFC')
}

const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'a', œ: 'o' }
