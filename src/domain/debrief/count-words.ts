/** Counts words in any of our languages, including those written without spaces. */
export function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++
  return count
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
