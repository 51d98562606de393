import { coreDesign, discForm, focusForm } from '../../content/forms.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import type { CoreResult, DiscResult, Family, FocusResult, Letter } from '../../scoring/results.ts'
import { endOfWindow } from '../norm/store.ts'
import { addCore, addCoreRetest, type CoreTally, coreTally } from './core.ts'
import { addDisc, addDiscRetest, type DiscTally, discTally } from './disc.ts'
import { addFocus, addFocusRetest, type FocusTally, focusTally } from './focus.ts'
import {
  type CompletedAssessment,
  listCompletedAssessments,
  listLiveAccounts,
  listRetestPairs,
  type RetestPair,
} from './store.ts'

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
  readonly outcomes: Record<CompletedAssessment['outcome'], number>
  readonly seconds: Map<number, number>
}

export type AggregationLimits = {
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
export async function aggregate(
  database: Database,
  bounds: AggregationLimits,
  signal: AbortSignal,
): Promise<Tallies> {
  const tallies = emptyTallies()
  let lastAccountId = ''
  while (!isFull(tallies, bounds)) {
    const list = (sql: Sql) => listLiveAccounts(sql, lastAccountId, accountsAtOnce)
    const accounts = await database.inSystem(list, { readOnly: true })
    for (const accountId of accounts) await addAccount(tallies, database, accountId, bounds, signal)
    if (accounts.length < accountsAtOnce) break
    lastAccountId = accounts.at(-1) ?? lastAccountId
  }
  if (tallies.looks >= bounds.looks) for (const one of Object.values(tallies.people)) one.capped = true
  return tallies
}

async function addAccount(
  tallies: Tallies,
  database: Database,
  accountId: string,
  bounds: AggregationLimits,
  signal: AbortSignal,
): Promise<void> {
  let lastProfileId: string | undefined = ''
  while (lastProfileId !== undefined && !isFull(tallies, bounds)) {
    signal.throwIfAborted()
    const after: string = lastProfileId
    const read = async (sql: Sql) => {
      const last = await endOfWindow(sql, accountId, after, bounds.atOnce)
      if (last === undefined) return undefined
      const given = await listCompletedAssessments(sql, accountId, forms, after, last)
      return { last, given, retakes: await listRetestPairs(sql, accountId, forms, after, last) }
    }
    tallies.looks += 1
    const found = await database.inAccount(accountId, read, { readOnly: true })
    for (const one of found?.given ?? []) addCompleted(tallies, one, bounds)
    for (const one of found?.retakes ?? []) addRetake(tallies, one)
    lastProfileId = found?.last
  }
}

function addCompleted(tallies: Tallies, completed: CompletedAssessment, bounds: AggregationLimits): void {
  const people = tallies.people[completed.assessment]
  if (people.usable >= bounds.people) {
    people.capped = true
    return
  }
  people.outcomes[completed.outcome] += 1
  if (completed.outcome !== 'ok' || !addAnswers(tallies, completed)) return
  people.usable += 1
  const { activeSeconds } = completed
  if (activeSeconds > 0) people.seconds.set(activeSeconds, (people.seconds.get(activeSeconds) ?? 0) + 1)
}

/** False for a sheet with gaps: the service completes none, so such a one came in another way. */
function addAnswers(tallies: Tallies, { assessment, answers, result }: CompletedAssessment): boolean {
  if (assessment === 'core') addCore(tallies.core, result as CoreResult)
  else if (answers?.length !== (assessment === 'focus' ? focusForm.items : discForm.blocks).length)
    return false
  else if (assessment === 'focus') addFocus(tallies.focus, answers as number[])
  else addDisc(tallies.disc, answers as { most: Letter; least: Letter }[])
  return true
}

function addRetake(tallies: Tallies, { assessment, former, now }: RetestPair): void {
  if (assessment === 'focus') addFocusRetest(tallies.focus, former as FocusResult, now as FocusResult)
  else if (assessment === 'disc') addDiscRetest(tallies.disc, former as DiscResult, now as DiscResult)
  else addCoreRetest(tallies.core, former as CoreResult, now as CoreResult)
}

function isFull({ people, looks }: Tallies, bounds: AggregationLimits): boolean {
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
