import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient, tagsQuery } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile, TagUndo } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { showToast } from '../ui/toasts.tsx'
import { applyChanges, applyToTag, invertChanges, type TagChange, tagCalls } from './tag-change.ts'
import type { TagChangeTexts } from './tag-change-texts.ts'
import { words } from './words.ts'

/** Shows changes in what isn't a query of people or tags, such as an open page. */
type Show = (changes: readonly TagChange[]) => void

/**
 * Changes who has which tags. Every page shows the change immediately, with an undo for ten seconds. If the API
 * refuses a step, its effect is reverted and the reason shown. People are added and removed by id instead of
 * replacing the whole set, so tags that someone else adds meanwhile stay. The undo is that of the API: it skips people
 * whose tags someone else has changed since.
 */
export async function changeTags(
  changes: readonly TagChange[],
  { texts, show = () => {} }: { texts: TagChangeTexts; show?: Show | undefined },
): Promise<void> {
  const { done, refused, undos, error } = await write(changes, show)
  const summary = joinSentences([
    ...(done.length > 0 ? [texts.done(done)] : []),
    ...(refused.length > 0 ? [texts.refused(refused, done.length === 0), errorMessage(error)] : []),
  ])
  if (undos.length === 0) return showToast(summary)
  showToast(summary, { undo: () => undoChanges(done, undos, { texts, show }) })
}

async function undoChanges(
  done: readonly TagChange[],
  undos: readonly TagUndo[],
  { texts, show }: { texts: TagChangeTexts; show: Show },
): Promise<void> {
  let skipped = 0
  const back = await write(invertChanges(done), show, async () => {
    for (const undo of undos.toReversed()) skipped += await askToUndo(undo)
  })
  if (back.error !== undefined) throw back.error
  if (skipped === 0) showToast(texts.undone)
  else showToast(count(words.partlyUndone, skipped))
}

async function askToUndo({ tagId, changeId, add, remove }: TagUndo): Promise<number> {
  const body = { changeId, add: [...add], remove: [...remove], includeProfiles: false }
  return (await call('POST /tag/{tagId}/undo', { path: { tagId }, body })).skipped
}

type Written = {
  readonly done: readonly TagChange[]
  readonly refused: readonly TagChange[]
  /** Of each call that changed something. */
  readonly undos: readonly TagUndo[]
  readonly error?: unknown
}

/**
 * Applies all changes to the cache, sends them one by one, and reverts the refused ones in the cache. With `askAll`, all
 * are sent at once.
 */
async function write(
  changes: readonly TagChange[],
  show: Show,
  askAll?: () => Promise<void>,
): Promise<Written> {
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
  const undos: TagUndo[] = []
  try {
    await askAll?.()
    for (const step of askAll ? [] : steps) {
      await ask(step, undos)
      done += 1
    }
    return { done: steps, refused: [], undos }
  } catch (error) {
    const refused = steps.slice(done)
    showAll(invertChanges(refused))
    return { done: steps.slice(0, done), refused, undos, error }
  } finally {
    for (const queryKey of [keys.people, keys.tags, keys.profiles]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }
}

/** Keeps the undo of each call in `undos`, also if the next call is refused. */
async function ask({ tag, add, remove }: TagChange, undos: TagUndo[]): Promise<void> {
  const path = { tagId: tag.id }
  const bodyOf = (profileIds: readonly string[]) => ({ profileIds: [...profileIds], includeProfiles: false })
  const keep = ({ undo }: { undo: TagUndo | null }) => {
    if (undo) undos.push(undo)
  }
  if (add.length > 0) keep(await call('POST /tag/{tagId}/profiles', { path, body: bodyOf(add) }))
  if (remove.length > 0) keep(await call('DELETE /tag/{tagId}/profiles', { path, body: bodyOf(remove) }))
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
