/**
 * A pattern for a list of words, in lower case: a word ending in `*` matches every word that begins like it, a phrase
 * matches its words in this order. Scripts without spaces have no word boundaries.
 */
export function patternOf(terms: readonly string[]): RegExp {
  const name = terms.join('\n')
  const pattern = compiled.get(name) ?? compile(terms)
  compiled.set(name, pattern)
  return pattern
}

/** Cached, because lists are few and the same for every text. */
const compiled = new Map<string, RegExp>()

function compile(terms: readonly string[]): RegExp {
  const bodyOf = (term: string) => term.replace(/\*$/, '').split(' ').map(quoted).join('[\\s-]+')
  const spaced = terms.filter((term) => !unspaced.test(term))
  const words = spaced.map((term) => `${bodyOf(term)}${term.endsWith('*') ? '' : `(?!${inWord})`}`)
  const parts = [
    // What stands before a word is looked at once for all of them.
    ...(words.length > 0 ? [`(?<!${inWord})(?:${words.join('|')})`] : []),
    ...terms.filter((term) => unspaced.test(term)).map(bodyOf),
  ]
  return new RegExp(parts.length > 0 ? parts.join('|') : '(?!)', 'u')
}

/** A word also ends next to another script: Japanese writes Latin words without spaces. */
const inWord = '[\\p{Script=Latin}\\p{M}\\p{N}]'
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function quoted(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** Normalizes the spelling of letters for comparison. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
}
