import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { type CountedTag, queryClient, tagsQuery } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Tag } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { showToast } from '../ui/toasts.tsx'
import { words } from './words.ts'

/** The nine colors in the dialog. */
export const colors = [
  'emerald',
  'red',
  'yellow',
  'orange',
  'blue',
  'indigo',
  'purple',
  'pink',
  'zinc',
] as const satisfies readonly Tag['color'][]

/** A color for a new tag: the first of those that the fewest tags have. */
export function unusedColor(tags: readonly Pick<Tag, 'color'>[]): Tag['color'] {
  const uses = (color: Tag['color']) => tags.filter((tag) => tag.color === color).length
  return colors.reduce((least, color) => (uses(color) < uses(least) ? color : least))
}

type Looks = Pick<Tag, 'label' | 'color'>

export async function submitNewTag(looks: Looks, idempotencyKey: string): Promise<void> {
  await call('POST /tag', { body: looks, idempotencyKey })
  await refresh()
}

/** Shows the change immediately, and reverts it with a message if it is refused. */
export async function submitTagChange(tag: CountedTag, looks: Looks): Promise<void> {
  await optimistically(
    (tags) => tags.map((one) => (one.id === tag.id ? { ...one, ...looks } : one)),
    () => patchTag(tag, looks),
  )
  const undo = () =>
    optimistically(
      (tags) => tags.map((one) => (one.id === tag.id ? tag : one)),
      () => patchTag(tag, { label: tag.label, color: tag.color }),
    ).catch(isReported)
  showToast(fill(words.saved, { tag: looks.label }), { undo })
}

/**
 * Deletes the tag. Undo creates a new tag with the same people and another id. Their ids are read before, so
 * a tag of more than `undoablePeople` has no undo.
 */
export async function submitTagDeletion(tag: CountedTag): Promise<void> {
  let people: readonly string[] = []
  await optimistically(
    (tags) => tags.filter(({ id }) => id !== tag.id),
    async () => {
      people = canBeRestored(tag) ? await readPeople(tag) : []
      await call('DELETE /tag/{tagId}', { path: { tagId: tag.id } })
    },
  )
  const undo = () => restore(tag, people)
  showToast(fill(words.deleted, { tag: tag.label }), canBeRestored(tag) ? { undo } : {})
}

/** A quarter of a megabyte of ids, in one request. */
const undoablePeople = 10_000

/** Whether deleting the tag can be undone. */
export function canBeRestored({ profileCount }: CountedTag): boolean {
  return profileCount <= undoablePeople
}

async function readPeople({ id }: CountedTag): Promise<readonly string[]> {
  return (await call('GET /tag/{tagId}', { path: { tagId: id } })).tag.profiles
}

async function patchTag({ id }: CountedTag, looks: Looks): Promise<void> {
  await call('PATCH /tag/{tagId}', { path: { tagId: id }, body: { ...looks, includeProfiles: false } })
}

async function restore({ label, color }: CountedTag, people: readonly string[]): Promise<void> {
  try {
    const created = await call('POST /tag', { body: { label, color } })
    await call('PUT /tag/{tagId}/profiles', {
      path: { tagId: created.tag.id },
      body: { profileIds: [...people], includeProfiles: false },
    })
    showToast(fill(words.restored, { tag: label }))
  } catch (error) {
    showToast(joinSentences([fill(words.notRestored, { tag: label }), errorMessage(error)]))
  }
  await refresh()
}

/** A toast already shows why the undo failed. */
function isReported(): void {}

/**
 * Applies a change to the cache before it is saved. If saving fails, reverts it, shows a toast with the reason, and
 * throws.
 */
async function optimistically(
  change: (tags: CountedTag[]) => CountedTag[],
  ask: () => Promise<unknown>,
): Promise<void> {
  const { queryKey } = tagsQuery
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, change(before))
  try {
    await ask()
  } catch (error) {
    if (before) queryClient.setQueryData(queryKey, before)
    showToast(joinSentences([words.notSaved, errorMessage(error)]))
    throw error
  } finally {
    void refresh()
  }
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: keys.people })
}
