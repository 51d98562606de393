/** Names as in a profile. */
type Named = { firstName: string | null; lastName: string | null }

/**
 * One to four characters per person, distinct within the team where the names allow it: characters are added to equal
 * initials, and equal names get a number. No one's initials depend on the order alone. Scripts without capital letters
 * and spaces, such as Chinese, Japanese and Korean, use the first two characters of the name as written there, family
 * name first.
 */
export function initialsOf(people: readonly Named[]): string[] {
  const ways = people.map(waysToSay)
  // People with the same name get a number each; characters are only added where they can distinguish names.
  const names = [...new Map(ways.map((own) => [own.join(), own])).values()]
  const at = new Map(names.map((own) => [own.join(), 0]))
  const chosen = (own: readonly string[]) => own[Math.min(at.get(own.join()) ?? 0, own.length - 1)] ?? ''
  for (let round = 1; round < maxAbbreviations; round += 1) {
    const shared = names.filter((own) =>
      names.some((other) => other !== own && chosen(other) === chosen(own)),
    )
    for (const own of shared) at.set(own.join(), round)
  }
  return numbered(ways.map(chosen))
}

/** No name has more abbreviations than this. */
const maxAbbreviations = 3

/** The abbreviations of one name, shortest first. */
function waysToSay({ firstName, lastName }: Named): string[] {
  const [first, last] = [firstName ?? '', lastName ?? '']
  if (eastAsian.test(first + last)) return fromTheFront(signs(last + first).filter(isLetter))
  const givenName = signs(wordOf(first, 'first')).filter(isLetter)
  const family = signs(wordOf(last, 'main')).filter(isLetter)
  if (givenName.length === 0 || family.length === 0) return fromTheFront([...givenName, ...family], 1)
  const [g = '', g2 = ''] = givenName
  const [f = '', f2 = ''] = family
  return [upper(g) + upper(f), upper(g) + upper(f) + f2, upper(g) + g2 + upper(f)]
}

/** The first characters of a one-word name, one more with each abbreviation. */
function fromTheFront(letters: readonly string[], from = 2): string[] {
  const [head = '', ...rest] = letters
  if (head === '') return ['']
  return [0, 1, 2].map((more) => upper(head) + rest.slice(0, from - 1 + more).join(''))
}

/** The first word of a given name; of a family name the first capitalized word, after "de" or "van der". */
function wordOf(name: string, which: 'first' | 'main'): string {
  const words = name.split(/[\s\p{Pd}]+/u).filter((word) => signs(word).some(isLetter))
  if (which === 'first') return words[0] ?? ''
  return words.find((word) => /^\p{P}*(\p{Lu}|\p{Lt})/u.test(word)) ?? words[0] ?? ''
}

const eastAsian = /^[\s\p{P}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]+$/u

/** Characters as people count them, including accents and joined signs (grapheme clusters). */
function signs(text: string): string[] {
  return [...segmenter.segment(text.normalize('NFC'))].map(({ segment }) => segment)
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

function isLetter(sign: string): boolean {
  return /^[\p{L}\p{N}]/u.test(sign)
}

/** One capital letter; "ß" and ligatures would become two. */
function upper(sign: string): string {
  const large = sign.toUpperCase()
  return signs(large).length === 1 ? large : sign
}

function numbered(abbreviations: readonly string[]): string[] {
  const isFree = (text: string) => !abbreviations.includes(text)
  const used = new Map<string, number>()
  return abbreviations.map((abbreviation) => {
    if (abbreviation !== '' && abbreviations.filter((other) => other === abbreviation).length === 1)
      return abbreviation
    let number = (used.get(abbreviation) ?? 0) + 1
    while (!isFree(`${abbreviation}${number}`)) number += 1
    used.set(abbreviation, number)
    return `${abbreviation}${number}`
  })
}
