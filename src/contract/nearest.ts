/** The known name with the smallest edit distance, if it is small enough to be a typo. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const folded = name.toLowerCase()
  const ranked = names
    .map((candidate) => ({ candidate, edits: editDistance(folded, candidate.toLowerCase()) }))
    .sort((left, right) => left.edits - right.edits)
  const best = ranked[0]
  return best && best.edits <= Math.max(2, Math.floor(best.candidate.length / 2)) ? best.candidate : undefined
}

/** Levenshtein distance. Names are short, so the simple table is fast enough. */
export function editDistance(left: string, right: string): number {
  if (left.length > 60) return Number.POSITIVE_INFINITY
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + change,
      )
    }
    previous = current
  }
  return previous[right.length] ?? 0
}
