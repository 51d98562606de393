import { runQuery, runQueryForOne } from './queries.ts'
import type { McpRequestContext } from './request-context.ts'
import { type ReferenceKind, resolveReference } from './resolve-reference.ts'

export type McpTag = { id: string; label: string }

export const tagReferences: ReferenceKind<McpTag> = {
  async list(context, searchText, page) {
    const args = {
      ...(searchText === '' ? {} : { search: searchText }),
      limit: 100,
      page,
      includeProfiles: false,
    }
    const { resource, total = 0 } = await runQuery<McpTag[]>(context, 'list_tags', args)
    return { candidates: resource.map(({ id, label }) => ({ id, label, isSearchable: true })), total }
  },
  get: (context, tagId) => runQueryForOne<McpTag>(context, 'get_tag', { tagId, includeProfiles: false }),
  labelsOf: ({ label }) => [label],
  noneFound: 'no tag of this account matches. Call list_tags, and use a label or id from its result.',
  severalFound: 'tags match.',
}

/** Finds the tag that a prompt argument refers to. */
export function resolveTag(context: McpRequestContext, argument: string, text: string): Promise<McpTag> {
  return resolveReference(context, tagReferences, argument, text)
}
