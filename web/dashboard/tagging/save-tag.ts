import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient, tagsQuery } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Tag } from '../client/types.ts'
import { showToast } from '../ui/toasts.tsx'

/** What the nine colors are called where they are chosen. */
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

type Looks = Pick<Tag, 'label' | 'color'>

export async function submitNewTag(looks: Looks, idempotencyKey: string): Promise<void> {
  await call('POST /tag', { body: looks, idempotencyKey })
  await refresh()
}

/** Shows the new looks at once and takes them back with a message if they are refused. */
export async function submitTagChange(tag: Tag, looks: Looks): Promise<void> {
  await optimistically(
    (tags) => tags.map((one) => (one.id === tag.id ? { ...one, ...looks } : one)),
    () => call('PATCH /tag/{tagId}', { path: { tagId: tag.id }, body: looks }),
  )
  const undo = () =>
    optimistically(
      (tags) => tags.map((one) => (one.id === tag.id ? tag : one)),
      () =>
        call('PATCH /tag/{tagId}', { path: { tagId: tag.id }, body: { label: tag.label, color: tag.color } }),
    ).catch(isReported)
  showToast(`“${looks.label}” saved.`, { undo })
}

/** Deletes the tag. Undo makes it anew with the same people; its id is then another one. */
export async function submitTagDeletion(tag: Tag): Promise<void> {
  await optimistically(
    (tags) => tags.filter(({ id }) => id !== tag.id),
    () => call('DELETE /tag/{tagId}', { path: { tagId: tag.id } }),
  )
  showToast(`“${tag.label}” deleted.`, { undo: () => restore(tag) })
}

async function restore({ label, color, profiles }: Tag): Promise<void> {
  try {
    const made = await call('POST /tag', { body: { label, color } })
    await call('PUT /tag/{tagId}/profiles', { path: { tagId: made.tag.id }, body: { profileIds: profiles } })
    showToast(`“${label}” is back.`)
  } catch (error) {
    showToast(`“${label}” could not be brought back. ${errorMessage(error)}`)
  }
  await refresh()
}

/** Why an undo failed stands in a toast by then, and nobody waits for it. */
function isReported(): void {}

/** Shows a change before it is stored. If it is refused, everything is as before, a toast says why, and it fails. */
async function optimistically(change: (tags: Tag[]) => Tag[], ask: () => Promise<unknown>): Promise<void> {
  const { queryKey } = tagsQuery
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, change(before))
  try {
    await ask()
  } catch (error) {
    if (before) queryClient.setQueryData(queryKey, before)
    showToast(`Not saved, so it is as before. ${errorMessage(error)}`)
    throw error
  } finally {
    void refresh()
  }
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: keys.people })
}
