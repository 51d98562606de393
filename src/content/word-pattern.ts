/**
 * A pattern for words of a list, in lower case: a word that ends in `*` stands for all that begin like it, a phrase
 * for its words in this order. Scripts that write no spaces know no borders of words.
 */
export function patternOf(terms: readonly string[]): RegExp {
  const name = terms.join('\n')
  const pattern = compiled.get(name) ?? compile(terms)
  compiled.set(name, pattern)
  return pattern
}

/** Lists are few and the same for every text. */
const compiled = new Map<string, RegExp>()

function compile(terms: readonly string[]): RegExp {
  const parts = terms.map((term) => {
    const isOpen = term.endsWith('*')
    const body = (isOpen ? term.slice(0, -1) : term).split(' ').map(quoted).join('[\\s-]+')
    return unspaced.test(term) ? body : `(?<!${inWord})${body}${isOpen ? '' : `(?!${inWord})`}`
  })
  return new RegExp(parts.length > 0 ? parts.join('|') : '(?!)', 'u')
}

/** Beside another script a word ends as well: Japanese sets Latin words without spaces. */
const inWord = '[\\p{Script=Latin}\\p{M}\\p{N}]'
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function quoted(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** Whatever way of writing the same letters is used, these are compared. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
}
