import { canonicalJson, sha256 } from '../../content/form-hash.ts'
import { type DebriefBasis, extractFacts } from './facts.ts'

/**
 * SHA-256, in hex, of all that a debrief is written from: the results with their form, version of the scoring and
 * norm, and the outcome of quality with what made it doubtful. The order of the parts and of their keys does not count. A stored debrief whose
 * hash is another is stale.
 */
export function resultsHash({ parts, quality }: DebriefBasis): string {
  const canonicalParts = parts
    .map(({ assessment, form, version, norm, result }) => ({ assessment, form, version, norm, result }))
    .sort((one, other) => (one.assessment < other.assessment ? -1 : 1))
  const { doubts } = extractFacts({ parts: [], quality })
  return sha256(
    canonicalJson({ parts: canonicalParts, quality: quality?.outcome ?? null, ...(doubts && { doubts }) }),
  )
}
