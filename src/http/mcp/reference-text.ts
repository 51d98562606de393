import { foldText } from '../../contract/fold.ts'

/**
 * A person or tag that a text can refer to. Names and labels need not be unique; ambiguous ones are followed by the id
 * in parentheses: `Ada Osei (6920318e4b1a0c7d2e8f5a63)`.
 */
export type ReferenceCandidate = {
  id: string
  label: string
  /** Whether the list's search finds it by its label. It doesn't search email addresses and phone numbers. */
  isSearchable: boolean
}

/**
 * An unambiguous text for each candidate: the label if it is unique, which is only certain if `candidates` has all
 * matches (`isWhole`); otherwise the label with the id.
 */
export function referenceTexts(candidates: readonly ReferenceCandidate[], isWhole: boolean): string[] {
  const counts = new Map<string, number>()
  for (const { label } of candidates)
    counts.set(foldedLabel(label), (counts.get(foldedLabel(label)) ?? 0) + 1)
  return candidates.map((candidate) => {
    const { label, isSearchable } = candidate
    const isUnique = isWhole && counts.get(foldedLabel(label)) === 1
    const isUsable = isSearchable && !looksLikeId(label) && label.length <= maxSearchLength
    return isUnique && isUsable ? label : labelWithId(candidate)
  })
}

export function labelWithId({ label, id }: Pick<ReferenceCandidate, 'id' | 'label'>): string {
  return `${label} (${id})`
}

/** Parses `label (id)`. */
export function parseLabelWithId(text: string): { label: string; id: string } | undefined {
  const [, label, id] = /^(.*\S)\s*\(([0-9a-f]{24})\)$/su.exec(text) ?? []
  return label === undefined || id === undefined ? undefined : { label, id }
}

/** The label of an incomplete `label (id)`, as sent while typing. */
export function labelOfPartial(text: string): string | undefined {
  return /^(.*\S)\s*\([0-9a-f]{0,24}\)?$/su.exec(text)?.[1]
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}

/** Whether two labels are equal, ignoring case and accents. */
export function isSameLabel(left: string, right: string): boolean {
  return foldedLabel(left) === foldedLabel(right)
}

/** The single exact match, or all matches that ignore case and accents, or all candidates. */
export function bestMatches<T extends { label: string }>(
  text: string,
  candidates: readonly T[],
): readonly T[] {
  const similar = candidates.filter(({ label }) => isSameLabel(label, text))
  const exact = similar.filter(({ label }) => label === text)
  if (exact.length === 1) return exact
  return similar.length > 0 ? similar : candidates
}

/** The maximum length of a list's search text. */
export const maxSearchLength = 100

function looksLikeId(label: string): boolean {
  return isId(label) || labelOfPartial(label) !== undefined
}

/** A label of combining marks only folds to an empty text, so it is kept as it is. */
function foldedLabel(label: string): string {
  return foldText(label).trim() || label
}
