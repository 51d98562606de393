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

/** Things of an account that a text can stand for: its people, its tags. */
export type ReferenceKind<T> = {
  /** Some of those whose label a search finds, a hundred to a page, and how many there are in all. */
  list: (
    context: McpRequestContext,
    searched: string,
    page: number,
  ) => Promise<{ candidates: ReferenceCandidate[]; total: number }>
  get: (context: McpRequestContext, id: string) => Promise<T | undefined>
  /** Everything that one of them is called. */
  labelsOf: (one: T) => readonly (string | null)[]
  /** What to say of none and of several. */
  noneFound: string
  severalFound: string
}

/**
 * The one that an argument means: by its id, by its label with its id as completion gives it, or by its label.
 * Refuses as `invalid` where there is none or more than one, and then names those that there are.
 */
export async function resolveReference<T>(
  context: McpRequestContext,
  kind: ReferenceKind<T>,
  argument: string,
  text: string,
): Promise<T> {
  const named = parseLabelWithId(text)
  if (isId(text) || named) {
    const found = await kind.get(context, named?.id ?? text)
    if (found && (!named || isCalled(kind.labelsOf(found), named.label))) return found
  }
  const { found, isWhole } = await search(context, kind, text)
  const possible = bestMatches(text, found)
  if (possible.length > 1 || !isWhole) throw several(kind, argument, possible, isWhole)
  const only = possible[0] && (await kind.get(context, possible[0].id))
  if (only) return only
  throw invalid(`${argument}: ${kind.noneFound}`, { param: argument })
}

function isCalled(labels: readonly (string | null)[], label: string): boolean {
  return labels.some((one) => one !== null && isSameLabel(one, label))
}

/** What is called exactly so may stand behind many that are called nearly so; hence some pages. */
async function search<T>(context: McpRequestContext, kind: ReferenceKind<T>, text: string) {
  const found: ReferenceCandidate[] = []
  if (text.length > maxSearchLength) return { found, isWhole: true }
  for (let page = 1; page <= maxPages; page += 1) {
    const { candidates, total } = await kind.list(context, text, page)
    found.push(...candidates)
    if (candidates.length === 0 || found.length >= total) return { found, isWhole: true }
  }
  return { found, isWhole: false }
}

const maxPages = 5

function several<T>(
  kind: ReferenceKind<T>,
  argument: string,
  possible: readonly ReferenceCandidate[],
  isWhole: boolean,
): Failure {
  const count = isWhole ? String(possible.length) : 'too many'
  const shown = escapedJson(possible.slice(0, maxShown).map(labelWithId))
  return invalid(`${argument}: ${count} ${kind.severalFound} Give one of these, or an id: ${shown}`, {
    param: argument,
  })
}

const maxShown = 10
