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

/** All people of the region, as sums. */
export type Tallies = {
  readonly focus: FocusTally
  readonly disc: DiscTally
  readonly core: CoreTally
  readonly people: Record<Family, PeopleTally>
  /** Number of queries. */
  queries: number
}

/** How many people gave usable answers, all outcomes, and how many people took how many seconds. */
export type PeopleTally = {
  usable: number
  capped: boolean
  readonly outcomes: Record<CompletedAssessment['outcome'], number>
  readonly seconds: Map<number, number>
}

export type AggregationLimits = {
  /** Maximum people with usable answers per questionnaire. */
  readonly people: number
  /** Profiles read per statement. */
  readonly batchSize: number
  /** Maximum number of transactions, whatever they return. */
  readonly queries: number
}

const forms = [focusForm.id, discForm.id, coreDesign.id]
const accountsAtOnce = 100
/** Added up in one turn of the event loop: about 5 ms. */
const assessmentsInTurn = 50

/**
 * Sums up all accounts except demo accounts: account by account, a few hundred profiles in each of many short
 * transactions, so that requests don't wait. Keeps only sums, and stops once enough people were counted.
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
  if (tallies.queries >= bounds.queries) for (const one of Object.values(tallies.people)) one.capped = true
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
      const last = await endOfWindow(sql, accountId, after, bounds.batchSize)
      if (last === undefined) return undefined
      const completed = await listCompletedAssessments(sql, accountId, forms, after, last)
      return { last, completed, retakes: await listRetestPairs(sql, accountId, forms, after, last) }
    }
    tallies.queries += 1
    const batch = await database.inAccount(accountId, read, { readOnly: true })
    for (const [at, one] of (batch?.completed ?? []).entries()) {
      if (at % assessmentsInTurn === assessmentsInTurn - 1) await nextTurn()
      addCompleted(tallies, one, bounds)
    }
    for (const retake of batch?.retakes ?? []) addRetake(tallies, retake)
    lastProfileId = batch?.last
  }
}

/** Lets requests run first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
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

/** False for an incomplete sheet: the service completes none, so it was imported. */
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

function isFull({ people, queries }: Tallies, bounds: AggregationLimits): boolean {
  return queries >= bounds.queries || Object.values(people).every(({ usable }) => usable >= bounds.people)
}

function emptyTallies(): Tallies {
  const people = (): PeopleTally => ({
    usable: 0,
    capped: false,
    seconds: new Map(),
    outcomes: { ok: 0, caution: 0, invalid: 0 },
  })
  return {
    focus: focusTally(),
    disc: discTally(),
    core: coreTally(),
    people: { disc: people(), focus: people(), core: people() },
    queries: 0,
  }
}
