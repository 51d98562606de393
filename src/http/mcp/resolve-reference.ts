import { type Failure, invalid } from '../../contract/failure.ts'
import { escapedJson } from './escaped-json.ts'
import {
  bestMatches,
  isId,
  isSameLabel,
  labelWithId,
  maxSearchLength,
  parseLabelWithId,
  type ReferenceCandidate,
} from './reference-text.ts'
import type { McpRequestContext } from './request-context.ts'

/** A kind of resource that a text can refer to: people or tags. */
export type ReferenceKind<T> = {
  /** One page of search results, at most 100, and the total. */
  list: (
    context: McpRequestContext,
    searchText: string,
    page: number,
  ) => Promise<{ candidates: ReferenceCandidate[]; total: number }>
  get: (context: McpRequestContext, id: string) => Promise<T | undefined>
  /** All labels that a text may use for this resource. */
  labelsOf: (resource: T) => readonly (string | null)[]
  /** Ends of the error messages. */
  noneFound: string
  severalFound: string
}

/**
 * Finds the resource that an argument refers to by id, by label, or by label with id as completions return it. Fails
 * as `invalid` if none or several match; the message then lists them.
 */
export async function resolveReference<T>(
  context: McpRequestContext,
  kind: ReferenceKind<T>,
  argument: string,
  text: string,
): Promise<T> {
  const labelAndId = parseLabelWithId(text)
  if (isId(text) || labelAndId) {
    const resource = await kind.get(context, labelAndId?.id ?? text)
    if (resource && (!labelAndId || hasLabel(kind.labelsOf(resource), labelAndId.label))) return resource
  }
  const { candidates, isWhole } = await search(context, kind, text)
  const matches = bestMatches(text, candidates)
  if (matches.length > 1 || !isWhole) throw severalMatches(kind, argument, matches, isWhole)
  const resource = matches[0] && (await kind.get(context, matches[0].id))
  if (resource) return resource
  throw invalid(`${argument}: ${kind.noneFound}`, { param: argument })
}

function hasLabel(labels: readonly (string | null)[], label: string): boolean {
  return labels.some((candidate) => candidate !== null && isSameLabel(candidate, label))
}

/** Reads several pages, because an exact match may come after many partial ones. */
async function search<T>(context: McpRequestContext, kind: ReferenceKind<T>, text: string) {
  const candidates: ReferenceCandidate[] = []
  if (text.length > maxSearchLength) return { candidates, isWhole: true }
  for (let page = 1; page <= maxPages; page += 1) {
    const list = await kind.list(context, text, page)
    candidates.push(...list.candidates)
    if (list.candidates.length === 0 || candidates.length >= list.total) return { candidates, isWhole: true }
  }
  return { candidates, isWhole: false }
}

const maxPages = 5

function severalMatches<T>(
  kind: ReferenceKind<T>,
  argument: string,
  matches: readonly ReferenceCandidate[],
  isWhole: boolean,
): Failure {
  const count = isWhole ? String(matches.length) : 'too many'
  const shown = escapedJson(matches.slice(0, maxShown).map(labelWithId))
  return invalid(`${argument}: ${count} ${kind.severalFound} Use one of these, or an id: ${shown}`, {
    param: argument,
  })
}

const maxShown = 10
