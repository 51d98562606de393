import { call } from '../api/call.ts'
import { Refusal } from '../api/refusal.ts'
import { queryClient, tagsQuery } from '../app/queries.ts'
import { showToast } from '../ui/toasts.tsx'
import { type PeoplePage, peopleLists } from './queries.ts'
import { changed, doneWords, inverse, type TagChange } from './tag-change.ts'

/** What else shows people with their tags, beside the lists that are kept. */
type Show = (changes: readonly TagChange[]) => void

/**
 * Changes tags of many people: every list shows it at once, and ten seconds long it can be taken back (64). What is
 * refused is as it was before, and the reason is said (76).
 */
export async function changeTags(changes: readonly TagChange[], show: Show): Promise<void> {
  if (!(await write(changes, show))) return
  showToast(`${changes.map(doneWords).join('. ')}.`, {
    undo: async () => {
      if (await write(inverse(changes), show)) showToast('Tags are as before.')
    },
  })
}

/** Shows it, asks for it, and shows what was refused as it was. Whether all of it was done. */
async function write(changes: readonly TagChange[], show: Show): Promise<boolean> {
  await queryClient.cancelQueries({ queryKey: peopleLists })
  const showAll = (shown: readonly TagChange[]) => {
    showInLists(shown)
    show(shown)
  }
  showAll(changes)
  let done = 0
  try {
    for (const change of changes) {
      await ask(change)
      done += 1
    }
    return true
  } catch (error) {
    const refused = changes.slice(done)
    showAll(inverse(refused))
    const labels = refused.map(({ tag }) => tag.label).join(', ')
    showToast(`${labels} could not be changed and stays as before. ${reasonOf(error)}`)
    return false
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['people'] })
    void queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey })
  }
}

async function ask({ tag, add, remove }: TagChange): Promise<void> {
  const path = { tagId: tag.id }
  if (add.length > 0) await call('POST /tag/{tagId}/profiles', { path, body: { profileIds: [...add] } })
  if (remove.length > 0)
    await call('DELETE /tag/{tagId}/profiles', { path, body: { profileIds: [...remove] } })
}

function showInLists(changes: readonly TagChange[]): void {
  queryClient.setQueriesData<PeoplePage>(
    { queryKey: peopleLists },
    (page) => page && { ...page, profiles: page.profiles.map((one) => changed(one, changes)) },
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? error.message : 'Try again.'
}
