import { foldText } from '../../contract/fold.ts'

/**
 * How people and tags are called where a text stands for one of them. Names and labels need not be unique, so that
 * some are followed by their id in brackets: `Ada Osei (6920318e4b1a0c7d2e8f5a63)`.
 */
export type ReferenceCandidate = {
  id: string
  label: string
  /** A list finds it by its label; by an address it does not. */
  isSearchable: boolean
}

/**
 * Texts that stand for each of these and for nothing else. The label alone does where it is the only one of its
 * kind, which can be told where all that are found are here (`isWhole`).
 */
export function referenceTexts(candidates: readonly ReferenceCandidate[], isWhole: boolean): string[] {
  const counts = new Map<string, number>()
  for (const { label } of candidates)
    counts.set(foldedLabel(label), (counts.get(foldedLabel(label)) ?? 0) + 1)
  return candidates.map((one) => {
    const isPlain =
      isWhole && one.isSearchable && counts.get(foldedLabel(one.label)) === 1 && !looksLikeId(one.label)
    return isPlain && one.label.length <= maxSearchLength ? one.label : labelWithId(one)
  })
}

export function labelWithId({ label, id }: Pick<ReferenceCandidate, 'id' | 'label'>): string {
  return `${label} (${id})`
}

/** The label and the id of a text that ends with one in brackets. */
export function parseLabelWithId(text: string): { label: string; id: string } | undefined {
  const [, label, id] = /^(.*\S)\s*\(([0-9a-f]{24})\)$/su.exec(text) ?? []
  return label === undefined || id === undefined ? undefined : { label, id }
}

/** The label of a text whose bracket is only begun, as whoever types it sends it. */
export function labelOfPartial(text: string): string | undefined {
  return /^(.*\S)\s*\([0-9a-f]{0,24}\)?$/su.exec(text)?.[1]
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}

/** Whether two labels read the same, whatever their case and accents. */
export function isSameLabel(one: string, other: string): boolean {
  return foldedLabel(one) === foldedLabel(other)
}

/** Those that a text means: the ones that are called exactly so, or else so but for case and accents, or else all. */
export function bestMatches<T extends { label: string }>(text: string, found: readonly T[]): readonly T[] {
  const alike = found.filter(({ label }) => isSameLabel(label, text))
  const exact = alike.filter(({ label }) => label === text)
  if (exact.length === 1) return exact
  return alike.length > 0 ? alike : found
}

/** What lists take as a search at most. */
export const maxSearchLength = 100

function looksLikeId(label: string): boolean {
  return isId(label) || labelOfPartial(label) !== undefined
}

/** Marks alone fold to nothing, and then stand for themselves. */
function foldedLabel(label: string): string {
  return foldText(label).trim() || label
}
