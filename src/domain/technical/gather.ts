import { coreDesign, discForm, focusForm } from '../../content/forms.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import type { CoreResult, DiscResult, Family, FocusResult, Letter } from '../../scoring/results.ts'
import { endOfWindow } from '../norm/store.ts'
import { addCore, addCoreRetest, type CoreTally, coreTally } from './core.ts'
import { addDisc, addDiscRetest, type DiscTally, discTally } from './disc.ts'
import { addFocus, addFocusRetest, type FocusTally, focusTally } from './focus.ts'
import { type Given, listLiveAccounts, type Retake, readGiven, readRetakes } from './store.ts'

/** All people of the region as sums. */
export type Tallies = {
  readonly focus: FocusTally
  readonly disc: DiscTally
  readonly core: CoreTally
  readonly people: Record<Family, PeopleTally>
  /** How often the database was asked. */
  looks: number
}

/** How many gave usable answers, what came of all, and how many took so many seconds. */
export type PeopleTally = {
  usable: number
  capped: boolean
  readonly outcomes: Record<Given['outcome'], number>
  readonly seconds: Map<number, number>
}

export type Bounds = {
  /** People with usable answers, at most, for each questionnaire. */
  readonly people: number
  /** Profiles that are looked at in one statement. */
  readonly atOnce: number
  /** Transactions at most, whatever they find. */
  readonly looks: number
}

const forms = [focusForm.id, discForm.id, coreDesign.id]
const accountsAtOnce = 100

/**
 * Adds up what all accounts but those of the demo hold: account after account, a few hundred profiles in each of many
 * short transactions, so that no request waits for it. It keeps sums, and ends where enough people were counted.
 */
export async function gather(database: Database, bounds: Bounds, signal: AbortSignal): Promise<Tallies> {
  const tallies = emptyTallies()
  let place = ''
  while (!isFull(tallies, bounds)) {
    const list = (sql: Sql) => listLiveAccounts(sql, place, accountsAtOnce)
    const accounts = await database.inSystem(list, { readOnly: true })
    for (const accountId of accounts) await addAccount(tallies, database, accountId, bounds, signal)
    if (accounts.length < accountsAtOnce) break
    place = accounts.at(-1) ?? place
  }
  if (tallies.looks >= bounds.looks) for (const one of Object.values(tallies.people)) one.capped = true
  return tallies
}

async function addAccount(
  tallies: Tallies,
  database: Database,
  accountId: string,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<void> {
  let place: string | undefined = ''
  while (place !== undefined && !isFull(tallies, bounds)) {
    signal.throwIfAborted()
    const after: string = place
    const read = async (sql: Sql) => {
      const last = await endOfWindow(sql, accountId, after, bounds.atOnce)
      if (last === undefined) return undefined
      const given = await readGiven(sql, accountId, forms, after, last)
      return { last, given, retakes: await readRetakes(sql, accountId, forms, after, last) }
    }
    tallies.looks += 1
    const found = await database.inAccount(accountId, read, { readOnly: true })
    for (const one of found?.given ?? []) addGiven(tallies, one, bounds)
    for (const one of found?.retakes ?? []) addRetake(tallies, one)
    place = found?.last
  }
}

function addGiven(tallies: Tallies, given: Given, bounds: Bounds): void {
  const people = tallies.people[given.assessment]
  if (people.usable >= bounds.people) {
    people.capped = true
    return
  }
  people.outcomes[given.outcome] += 1
  if (given.outcome !== 'ok' || !addAnswers(tallies, given)) return
  people.usable += 1
  const { activeSeconds } = given
  if (activeSeconds > 0) people.seconds.set(activeSeconds, (people.seconds.get(activeSeconds) ?? 0) + 1)
}

/** False for a sheet with gaps: the service completes none, so such a one came in another way. */
function addAnswers(tallies: Tallies, { assessment, answers, result }: Given): boolean {
  if (assessment === 'core') addCore(tallies.core, result as CoreResult)
  else if (answers?.length !== (assessment === 'focus' ? focusForm.items : discForm.blocks).length)
    return false
  else if (assessment === 'focus') addFocus(tallies.focus, answers as number[])
  else addDisc(tallies.disc, answers as { most: Letter; least: Letter }[])
  return true
}

function addRetake(tallies: Tallies, { assessment, former, now }: Retake): void {
  if (assessment === 'focus') addFocusRetest(tallies.focus, former as FocusResult, now as FocusResult)
  else if (assessment === 'disc') addDiscRetest(tallies.disc, former as DiscResult, now as DiscResult)
  else addCoreRetest(tallies.core, former as CoreResult, now as CoreResult)
}

function isFull({ people, looks }: Tallies, bounds: Bounds): boolean {
  return looks >= bounds.looks || Object.values(people).every(({ usable }) => usable >= bounds.people)
}

function emptyTallies(): Tallies {
  const people = (): PeopleTally => ({
    ...{ usable: 0, capped: false, seconds: new Map() },
    outcomes: { ok: 0, caution: 0, invalid: 0 },
  })
  return {
    ...{ focus: focusTally(), disc: discTally(), core: coreTally() },
    people: { disc: people(), focus: people(), core: people() },
    looks: 0,
  }
}
