import { call } from '../api/call.ts'
import { Refusal } from '../api/refusal.ts'
import type { Profile, ProfileTag } from '../api/types.ts'
import { queryClient } from '../app/queries.ts'
import { showToast } from '../ui/toasts.tsx'
import { profileQuery, somethingChanged } from './queries.ts'
import { changeInWords, reversed, type TagChange, withChange } from './tag-change.ts'

/**
 * Changes the tags of a person: the page shows them at once, and they are written after. Where one of them cannot be
 * written, those that were are taken back, and the page shows what stood before and says why.
 */
export async function changeTags(
  profileId: string,
  change: TagChange,
  { isUndo = false } = {},
): Promise<void> {
  const { queryKey } = profileQuery(profileId)
  await queryClient.cancelQueries({ queryKey, exact: true })
  const show = (tags: (now: readonly ProfileTag[]) => ProfileTag[]) =>
    queryClient.setQueryData<Profile>(queryKey, (now) => now && { ...now, tags: tags(now.tags ?? []) })
  show((now) => withChange(now, change))
  try {
    await writeAll(profileId, change)
  } catch (error) {
    show((now) => withChange(now, reversed(change)))
    const why = error instanceof Refusal ? error.message : 'Something went wrong.'
    showToast(`The tags are as they were. ${why}`)
    await somethingChanged()
    return
  }
  if (isUndo) showToast('Undone.')
  else {
    showToast(changeInWords(change), {
      undo: () => changeTags(profileId, reversed(change), { isUndo: true }),
    })
  }
  await somethingChanged()
}

/** One call a tag; whatever was done before one fails is done back. */
async function writeAll(profileId: string, { added, removed }: TagChange): Promise<void> {
  const steps = [
    ...added.map(({ id }) => ({ id, isAdded: true })),
    ...removed.map(({ id }) => ({ id, isAdded: false })),
  ]
  const done: typeof steps = []
  try {
    for (const step of steps) {
      await write(profileId, step)
      done.push(step)
    }
  } catch (error) {
    await Promise.allSettled(done.map(({ id, isAdded }) => write(profileId, { id, isAdded: !isAdded })))
    throw error
  }
}

function write(profileId: string, { id, isAdded }: { id: string; isAdded: boolean }): Promise<unknown> {
  const request = { path: { tagId: id }, body: { profileIds: [profileId] } }
  return isAdded ? call('POST /tag/{tagId}/profiles', request) : call('DELETE /tag/{tagId}/profiles', request)
}
