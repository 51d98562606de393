type Name = { readonly firstName?: string | undefined; readonly lastName?: string | undefined }

/** A name without case, accents and the order of its words: “KÖHLER, Joerg” is “Jörg Köhler”. Empty if there is none. */
export function sameNameKey({ firstName = '', lastName = '' }: Name): string {
  return wordsOf(`${firstName} ${lastName}`).join(' ')
}

/**
 * Whether two names can't be those of one person. A name is not another one if it only lacks a part: “Priya” and “Priya
 * Nair”, or no name at all.
 */
export function isOtherName(one: Name, other: Name): boolean {
  const [fewer = [], more = []] = [sameNameKey(one), sameNameKey(other)]
    .map((key) => key.split(' ').filter(Boolean))
    .sort((a, b) => a.length - b.length)
  return fewer.join('') !== more.join('') && !fewer.every((word) => more.includes(word))
}

function wordsOf(name: string): string[] {
  return plainName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
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
