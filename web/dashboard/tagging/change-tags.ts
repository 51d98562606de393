import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient, tagsQuery } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile } from '../client/types.ts'
import { showToast } from '../ui/toasts.tsx'
import { applyChanges, applyToTag, invertChanges, type TagChange, tagCalls } from './tag-change.ts'
import type { TagChangeTexts } from './tag-change-texts.ts'

/** What else shows people with their tags, beside the answers that are kept. */
type Show = (changes: readonly TagChange[]) => void

/**
 * Changes who has which tags: every page shows it at once, and ten seconds long it can be taken back. What is
 * refused is shown as it was before, with the reason. People are added and removed by name and the set is not
 * replaced: whoever somebody else tagged meanwhile keeps the tag.
 */
export async function changeTags(
  changes: readonly TagChange[],
  { words, show = () => {} }: { words: TagChangeTexts; show?: Show | undefined },
): Promise<void> {
  const { done, refused, error } = await write(changes, show)
  const told = [
    ...(done.length > 0 ? [words.done(done)] : []),
    ...(refused.length > 0 ? [words.refused(refused, done.length === 0), errorMessage(error)] : []),
  ].join(' ')
  if (done.length === 0) return showToast(told)
  showToast(told, {
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

/** Shows all of it, asks for it step by step, and shows what was refused as it was. */
async function write(changes: readonly TagChange[], show: Show): Promise<Written> {
  const steps = tagCalls(changes)
  const meant = new Set(steps.flatMap(({ add, remove }) => [...add, ...remove]))
  const showAll = (shown: readonly TagChange[]) => {
    showInAnswers(shown, meant)
    show(shown)
  }
  await queryClient.cancelQueries({ queryKey: keys.peopleLists })
  await queryClient.cancelQueries({ queryKey: keys.tags })
  await queryClient.cancelQueries(profilesOf(meant))
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
  if (add.length > 0) await call('POST /tag/{tagId}/profiles', { path, body: { profileIds: [...add] } })
  if (remove.length > 0)
    await call('DELETE /tag/{tagId}/profiles', { path, body: { profileIds: [...remove] } })
}

function showInAnswers(changes: readonly TagChange[], meant: ReadonlySet<string>): void {
  queryClient.setQueriesData<{ profiles: Profile[] }>(
    { queryKey: keys.peopleLists },
    (page) => page && { ...page, profiles: page.profiles.map((one) => applyChanges(one, changes)) },
  )
  queryClient.setQueriesData<Profile>(profilesOf(meant), (one) => one && applyChanges(one, changes))
  queryClient.setQueryData(tagsQuery.queryKey, (tags) => tags?.map((tag) => applyToTag(tag, changes)))
}

/** The answers that are these people, and not what else is known of them. */
function profilesOf(meant: ReadonlySet<string>) {
  return {
    queryKey: keys.profiles,
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey.length === 2 && meant.has(String(queryKey[1])),
  }
}
