import type { Sql } from '../../contract/ports.ts'
import { placeOf, type Sort, sliceOf, slotsPerSlice, sorts } from './sort.ts'
import {
  type IndexState,
  insertSlice,
  type Key,
  listPlaces,
  listRange,
  listTargets,
  type Places,
  readRange,
  removePlaces,
  removeSlice,
  takeMarks,
  writeBits,
  writeNextSlice,
  writePlaces,
  writeUsed,
} from './store.ts'
import { addWordsOf } from './words-store.ts'

/** Slots that a new slice uses. The others are for profiles whose keys come between. */
export const usedAtFirst = 1_536

/**
 * Writes up to `limit` of the changed profiles into the index, in a transaction that holds its lock, and returns their
 * number. The marks are removed first: whatever changes during the transaction is marked again, and lists read marked
 * profiles from their own rows.
 */
export async function foldChanges(
  sql: Sql,
  accountId: string,
  index: IndexState,
  limit: number,
): Promise<number> {
  const ids = await takeMarks(sql, accountId, limit)
  if (ids.length === 0) return 0
  await addWordsOf(sql, accountId, ids)
  const former = await listPlaces(sql, accountId, ids)
  const slices = countSlices(index)
  // A profile may be removed meanwhile. Only one that was gone in all three orders has no bit left.
  const seen = new Set<string>()
  for (const sort of Object.values(sorts)) {
    for (const id of await foldInto(sql, accountId, sort, { ids, former, slices })) seen.add(id)
  }
  await removePlaces(
    sql,
    accountId,
    ids.filter((id) => !seen.has(id)),
  )
  if (slices.taken() > 0) await writeNextSlice(sql, accountId, slices.next())
  return ids.length
}

/** Numbers of new slices. They are never reused, so a former place can't belong to another profile. */
export function countSlices({ nextSlice }: IndexState) {
  let next = nextSlice
  return { take: () => next++, next: () => next, taken: () => next - nextSlice }
}

type Slices = ReturnType<typeof countSlices>
type Changed = { ids: readonly string[]; former: readonly Places[]; slices: Slices }

/** Returns those of the profiles that exist. */
async function foldInto(sql: Sql, accountId: string, sort: Sort, changed: Changed): Promise<string[]> {
  const { ids, slices } = changed
  let former = changed.former
  let targets = await listTargets(sql, accountId, sort, ids)
  // Each look sees what was committed meanwhile: someone who was renamed may belong to another slice without room.
  for (let full = fullSlices(targets); full.length > 0; full = fullSlices(targets)) {
    for (const slice of full) await divide(sql, accountId, sort, slice, slices)
    // A division moves profiles, also one that is then removed before the targets are read. Its bit is where it moved.
    former = [...former, ...(await listPlaces(sql, accountId, ids))]
    targets = await listTargets(sql, accountId, sort, ids)
  }
  const cleared = former.map((one) => one[sort.place]).filter((place) => place !== null)
  const used = new Map<number, number>()
  const moved = targets.filter(isMoved).map(({ id, slice, used: before }) => {
    const slot = used.get(slice) ?? before
    used.set(slice, slot + 1)
    return { id, place: placeOf(slice, slot) }
  })
  if (moved.length > 0) {
    await Promise.all([writePlaces(sql, accountId, sort, moved), writeUsed(sql, accountId, sort, used)])
  }
  const stayed = targets
    .filter((one) => !isMoved(one))
    .map(({ id, place }) => ({ id, place: place as number }))
  const placed = [...stayed, ...moved]
  const all = new Set([...cleared, ...placed.map(({ place }) => place)])
  await writeBits(sql, accountId, sort, placed, [...all])
  return placed.map(({ id }) => id)
}

type Target = { place: number | null; slice: number; used: number }

function isMoved({ place, slice }: Target): boolean {
  return place === null || sliceOf(place) !== slice
}

/** Slices without enough free slots for the profiles to add. */
function fullSlices(targets: readonly Target[]): number[] {
  const wanted = new Map<number, number>()
  for (const one of targets.filter(isMoved)) wanted.set(one.slice, (wanted.get(one.slice) ?? one.used) + 1)
  return [...wanted].filter(([, used]) => used > slotsPerSlice).map(([slice]) => slice)
}

/** Replaces a slice by as many as its range of keys needs, with all profiles now in that range. */
async function divide(sql: Sql, accountId: string, sort: Sort, slice: number, slices: Slices): Promise<void> {
  const range = await readRange(sql, accountId, sort, slice)
  const keys = await listRange(sql, accountId, sort, range, 1_000_000)
  await removeSlice(sql, accountId, sort, slice)
  await insertSlices(sql, accountId, sort, { from: range.from, keys }, slices)
}

/**
 * Adds slices for profiles in their order. The first slice begins at `from`; there is one even without profiles. Clears the
 * bits of profiles that come from another slice: one whose key changed may be read here before its mark is folded.
 */
export async function insertSlices(
  sql: Sql,
  accountId: string,
  sort: Sort,
  { from, keys }: { from: Key; keys: readonly Key[] },
  slices: Slices,
): Promise<void> {
  const former = await listPlaces(
    sql,
    accountId,
    keys.map(({ id }) => id),
  )
  const cleared = former.map((one) => one[sort.place]).filter((place) => place !== null)
  if (cleared.length > 0) await writeBits(sql, accountId, sort, [], cleared)
  for (let at = 0; at === 0 || at < keys.length; at += usedAtFirst) {
    const part = keys.slice(at, at + usedAtFirst)
    const key = at === 0 ? from : (part[0] as Key)
    await insertSlice(sql, accountId, sort, {
      slice: slices.take(),
      key,
      ids: part.map(({ id }) => id),
    })
  }
}
