import { seededRandom } from '../../src/scoring/random.ts'
import type { Json, TestAccount } from './service.ts'

/** What two writers of one tag did to each other. */
export type UndoOutcome = {
  rounds: number
  /** People whose tag the other writer changed, after the change that is undone. */
  foreign: number
  /** Of these, how many are not as the other writer left them. */
  lost: number
  /** People whose tag no one else changed. */
  own: number
  /** Of these, how many are not as they were before the change. */
  notRestored: number
}

/**
 * Two writers change random people of one tag; then the first undoes its change, in every second round while the other
 * is still writing. `undo` gets the answer of the first change.
 */
export async function raceUndo(
  account: TestAccount,
  rounds: number,
  { seed = 1, undo = undoAsAnswered }: { seed?: number; undo?: typeof undoAsAnswered } = {},
): Promise<UndoOutcome> {
  const random = seededRandom(seed)
  const rows = Array.from({ length: 12 }, (_, n) => ({ firstName: `Person ${n}`, email: `p${n}@undo.test` }))
  const imported = await account.call('POST', '/profiles/import', { rows })
  const people: string[] = imported.body.data.results.map(({ profileId }: Json) => profileId)
  const tagId: string = (await account.call('POST', '/tag', { label: 'Undo', color: 'blue' })).body.tag.id
  const some = () => people.filter(() => random() < 0.4)
  const change = async () => {
    const ways = ['POST', 'DELETE', 'PUT'] as const
    const way = ways[Math.floor(random() * ways.length)] ?? 'POST'
    const named = some()
    // An answer to `random` must not depend on the order of the calls.
    return () => account.call(way, `/tag/${tagId}/profiles`, { profileIds: named })
  }
  const members = async () =>
    new Set<string>((await account.call('GET', `/tag/${tagId}`)).body.tag.profiles as string[])
  const outcome: UndoOutcome = { rounds, foreign: 0, lost: 0, own: 0, notRestored: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const before = await members()
    const mine = (await (await change())()).body.undo as Undo | null
    const theirs = Array.from({ length: Math.floor(random() * 3) }, change)
    const write = async () => {
      const undos: Undo[] = []
      for (const one of theirs) {
        const { body } = await (await one)()
        if (body.undo) undos.push(body.undo)
      }
      return undos
    }
    const isConcurrent = round % 2 === 1
    const first = isConcurrent ? undefined : await write()
    const [foreign] = await Promise.all([first ?? write(), mine ? undo(account, mine) : undefined])
    const after = await members()
    const wishes = new Map<string, boolean>()
    for (const one of foreign) {
      for (const id of one.add) wishes.set(id, false)
      for (const id of one.remove) wishes.set(id, true)
    }
    for (const [id, has] of wishes) {
      outcome.foreign += 1
      if (after.has(id) !== has) outcome.lost += 1
    }
    for (const id of people.filter((one) => !wishes.has(one))) {
      outcome.own += 1
      if (after.has(id) !== before.has(id)) outcome.notRestored += 1
    }
  }
  return outcome
}

type Undo = { tagId: string; changeId: string; add: string[]; remove: string[] }

async function undoAsAnswered(account: TestAccount, { tagId, ...undo }: Undo): Promise<void> {
  const { status, text } = await account.call('POST', `/tag/${tagId}/undo`, undo)
  if (status !== 200) throw new Error(text)
}

/** What an undo would be that doesn't look at what others have done. */
export async function undoBlindly(account: TestAccount, { tagId, add, remove }: Undo): Promise<void> {
  if (add.length > 0) await account.call('POST', `/tag/${tagId}/profiles`, { profileIds: add })
  if (remove.length > 0) await account.call('DELETE', `/tag/${tagId}/profiles`, { profileIds: remove })
}
