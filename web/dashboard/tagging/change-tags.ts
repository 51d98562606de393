import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient, tagsQuery } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile } from '../client/types.ts'
import { showToast } from '../ui/toasts.tsx'
import { applyChanges, applyToTag, invertChanges, type TagChange, tagCalls } from './tag-change.ts'
import type { TagChangeTexts } from './tag-change-texts.ts'

/** Queries that show people with their tags, besides the profile queries. */
type Show = (changes: readonly TagChange[]) => void

/**
 * Changes who has which tags. Every page shows the change immediately, with an undo for ten seconds. If the API
 * refuses a step, its effect is reverted and the reason shown. People are added and removed by id instead of
 * replacing the whole set, so tags that someone else adds meanwhile stay.
 */
export async function changeTags(
  changes: readonly TagChange[],
  { words, show = () => {} }: { words: TagChangeTexts; show?: Show | undefined },
): Promise<void> {
  const { done, refused, error } = await write(changes, show)
  const summary = [
    ...(done.length > 0 ? [words.done(done)] : []),
    ...(refused.length > 0 ? [words.refused(refused, done.length === 0), errorMessage(error)] : []),
  ].join(' ')
  if (done.length === 0) return showToast(summary)
  showToast(summary, {
    undo: async () => {
      const back = await write(invertChanges(done), show)
      if (back.refused.length === 0) showToast(words.undone)
      else showToast(`It could not be undone. ${errorMessage(back.error)}`)
    },
  })
}

type Written = {
  readonly done: readonly TagChange[]
  readonly refused: readonly TagChange[]
  readonly error?: unknown
}

/** Applies all changes to the cache, sends them one by one, and reverts the refused ones in the cache. */
async function write(changes: readonly TagChange[], show: Show): Promise<Written> {
  const steps = tagCalls(changes)
  const affectedIds = new Set(steps.flatMap(({ add, remove }) => [...add, ...remove]))
  const showAll = (shown: readonly TagChange[]) => {
    showInAnswers(shown, affectedIds)
    show(shown)
  }
  await queryClient.cancelQueries({ queryKey: keys.peopleLists })
  await queryClient.cancelQueries({ queryKey: keys.tags })
  await queryClient.cancelQueries(profilesOf(affectedIds))
  showAll(steps)
  let done = 0
  try {
    for (const step of steps) {
      await ask(step)
      done += 1
    }
    return { done: steps, refused: [] }
  } catch (error) {
    const refused = steps.slice(done)
    showAll(invertChanges(refused))
    return { done: steps.slice(0, done), refused, error }
  } finally {
    for (const queryKey of [keys.people, keys.tags, keys.profiles]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }
}

async function ask({ tag, add, remove }: TagChange): Promise<void> {
  const path = { tagId: tag.id }
  const bodyOf = (profileIds: readonly string[]) => ({ profileIds: [...profileIds], includeProfiles: false })
  if (add.length > 0) await call('POST /tag/{tagId}/profiles', { path, body: bodyOf(add) })
  if (remove.length > 0) await call('DELETE /tag/{tagId}/profiles', { path, body: bodyOf(remove) })
}

function showInAnswers(changes: readonly TagChange[], affectedIds: ReadonlySet<string>): void {
  queryClient.setQueriesData<{ profiles: Profile[] }>(
    { queryKey: keys.peopleLists },
    (page) => page && { ...page, profiles: page.profiles.map((profile) => applyChanges(profile, changes)) },
  )
  queryClient.setQueriesData<Profile>(profilesOf(affectedIds), (one) => one && applyChanges(one, changes))
  queryClient.setQueryData(tagsQuery.queryKey, (tags) => tags?.map((tag) => applyToTag(tag, changes)))
}

/** Cached profiles, without the other data about each person. */
function profilesOf(affectedIds: ReadonlySet<string>) {
  return {
    queryKey: keys.profiles,
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey.length === 2 && affectedIds.has(String(queryKey[1])),
  }
}
