import { canonicalJson, sha256 } from '../../content/form-hash.ts'
import { type DebriefBasis, extractFacts } from './facts.ts'

/**
 * SHA-256, in hex, of everything that a debrief is based on: the results with form, scoring version and norm, and the
 * quality outcome with its reasons. The order of results and keys doesn't matter. A stored debrief with a different
 * hash is stale.
 */
export function resultsHash({ parts, quality }: DebriefBasis): string {
  const canonicalParts = parts
    .map(({ assessment, form, version, norm, result }) => ({ assessment, form, version, norm, result }))
    .sort((left, right) => (left.assessment < right.assessment ? -1 : 1))
  const { doubts } = extractFacts({ parts: [], quality })
  return sha256(
    canonicalJson({ parts: canonicalParts, quality: quality?.outcome ?? null, ...(doubts && { doubts }) }),
  )
}
