import { choose, type Kind } from './choosing.ts'
import { read, readOne } from './reading.ts'
import type { Visit } from './visit.ts'

export type Tag = { id: string; label: string }

export const tags: Kind<Tag> = {
  async list(visit, searched, page) {
    const asked = { ...(searched === '' ? {} : { search: searched }), limit: 100, page }
    const { resource, total = 0 } = await read<Tag[]>(visit, 'list_tags', asked)
    return { known: resource.map(({ id, label }) => ({ id, label, isSearched: true })), total }
  },
  get: (visit, tagId) => readOne<Tag>(visit, 'get_tag', { tagId }),
  labelsOf: ({ label }) => [label],
  none: 'no tag of this account is found by that. Call list_tags, and give a label or an id that it answers.',
  several: 'tags are found by that.',
}

/** The tag that an argument of a prompt means. */
export function findTag(visit: Visit, argument: string, text: string): Promise<Tag> {
  return choose(visit, tags, argument, text)
}
