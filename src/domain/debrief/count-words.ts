/** The number of words in a text of any of our languages, also of those that write no spaces. */
export function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++
  return count
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
