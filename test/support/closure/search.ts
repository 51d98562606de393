import { linkOperations } from '../../../src/catalog.ts'
import type { MachineCaller } from '../../../src/contract/caller.ts'
import { noLimits } from '../../../src/contract/limits.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { type Scope, scopes } from '../../../src/contract/scope.ts'
import { createGate } from '../../../src/gate/gate.ts'
import { findTaker, parseLink } from '../../../src/identity/taker.ts'
import { newPublicId } from '../../../src/platform/ids.ts'
import { completePerson, openSubjects } from '../inputs.ts'
import { startTestService, type TestAccount, type TestService } from '../service.ts'
import { answersTo } from '../taking.ts'
import { newEmail, newMobile } from '../test-rows.ts'
import { type ClosureCall, callsFor } from './calls.ts'
import { openUndoable } from './database.ts'
import { leaksIn, type Secrets } from './leaks.ts'
import {
  type ClosureContext,
  type Held,
  linksInText,
  network,
  openEverything,
  outboxMessages,
} from './outside-view.ts'

export type Leak = { sequence: string[]; shows: string[] }
export type SearchResult = { tried: number; leaks: Leak[] }

export type Search = {
  /** All sequences of at most `depth` calls that these scopes allow. */
  all: (granted: readonly Scope[], depth: number) => Promise<SearchResult>
  /** `count` random sequences of three calls. */
  some: (granted: readonly Scope[], count: number, random: () => number) => Promise<SearchResult>
  close: () => Promise<void>
}

/**
 * Searches for sequences of calls that reveal people's data to a scope set without profiles:read. Between calls, an
 * outsider opens every link sent to their addresses and reads all pages behind it, and invited strangers answer all
 * their assessments.
 */
export async function openSearch(operations: readonly Operation[]): Promise<Search> {
  const running = await startTestService()
  const account = await running.account()
  const { subjects, secrets, known } = await plant(running, account)
  const mine = { email: newEmail(), phone: newMobile() }
  const database = await openUndoable(running.db.url)
  let minutes = 0
  const clock = () => new Date(Date.now() + minutes * 61_000)
  const gate = createGate({
    ...running.service.parts,
    database,
    clock,
    limits: noLimits,
    revocationsAreFresh: () => true,
    recordUse: () => {},
    wakeOutbox: () => {},
    noteEvents: () => {},
    checkOutputs: false,
  })
  const world: ClosureContext = {
    database,
    gate,
    installation: running.service.parts.installation,
    clock,
    accountId: account.id,
  }
  const outsider = {
    email: mine.email,
    isMine: (to: string) => to === mine.email || to === mine.phone,
    known: [known.email],
  }
  const strangers = [known.email, known.phone, `new.${known.email}`]

  const callerWith = (granted: readonly Scope[]): MachineCaller => ({
    kind: 'machine',
    accountId: account.id,
    region: world.installation.region,
    clientId: account.clientId,
    scopes: new Set(granted),
  })

  /** Makes the call and lets the outsider look. Returns undefined if nothing can have changed. */
  async function step(caller: MachineCaller, call: ClosureCall, held: Held) {
    minutes += 1
    const seen: unknown[] = []
    let isChanged = call.operation.effect !== 'reads'
    try {
      if (call.operation === answering) await strangerAnswers(world, strangers)
      else {
        const { resource, siblings } = await gate(call.operation, caller, call.input, { id: 'closure' })
        seen.push({ resource, siblings })
      }
    } catch (error) {
      seen.push(String(error))
      isChanged = false
    }
    const given = linksInText(JSON.stringify(seen)).filter((link) => !held.links.includes(link))
    const isNew = isChanged || given.length > 0
    const opened = isNew ? await openEverything(world, held, { ...outsider, given }) : undefined
    return { isChanged, held: opened?.held ?? held, shows: leaksIn([seen, opened?.seen], secrets) }
  }

  async function from(
    caller: MachineCaller,
    calls: readonly ClosureCall[],
    before: { sequence: string[]; held: Held },
    depth: number,
    found: SearchResult,
  ): Promise<void> {
    for (const call of calls) {
      const undo = await database.mark()
      const sequence = [...before.sequence, call.label]
      const { held, shows, isChanged } = await step(caller, call, before.held)
      found.tried += 1
      if (shows.length > 0) found.leaks.push({ sequence, shows })
      // A longer sequence to the same state reveals nothing new.
      if (isChanged && depth > 1 && shows.length === 0) {
        await from(caller, calls, { sequence, held }, depth - 1, found)
      }
      await undo()
      minutes -= 1
    }
  }

  const alphabet = (granted: readonly Scope[]): ClosureCall[] => [
    ...callsFor(operations, granted, subjects, { mine, known }),
    { label: '(a stranger answers)', operation: answering, input: {} },
  ]
  const nothing: Held = { links: [], sessions: [] }
  return {
    async all(granted, depth) {
      const found: SearchResult = { tried: 0, leaks: [] }
      await from(callerWith(granted), alphabet(granted), { sequence: [], held: nothing }, depth, found)
      return found
    },
    async some(granted, count, random) {
      const found: SearchResult = { tried: 0, leaks: [] }
      const calls = alphabet(granted)
      for (let turn = 0; turn < count; turn += 1) {
        const undo = await database.mark()
        let [now, sequence] = [nothing, [] as string[]]
        for (let at = 0; at < 3; at += 1) {
          const call = calls[Math.floor(random() * calls.length)] as ClosureCall
          sequence = [...sequence, call.label]
          const { held: next, shows } = await step(callerWith(granted), call, now)
          now = next
          if (shows.length === 0) continue
          found.leaks.push({ sequence, shows })
          break
        }
        found.tried += 1
        await undo()
        minutes -= sequence.length
      }
      return found
    },
    close: () => database.close(),
  }
}

/** Not an operation of the service: an invited person answers. */
const answering = { name: 'answer', effect: 'adds' } as unknown as Operation

/** Everyone who was written to at a known address opens the newest link and answers all assessments. */
async function strangerAnswers(world: ClosureContext, strangers: readonly string[]): Promise<void> {
  const letters = await outboxMessages(world, (to) => strangers.includes(to))
  const link = letters.flatMap(({ text }) => linksInText(text)).at(-1)
  const guest = link && parseLink(link.split('/').at(-1) ?? '', network)
  if (!guest) throw new Error('Nobody was written to.')
  const request = { id: 'stranger' }
  const { resource: opened } = await world.gate(linkOperations.startSitting, guest, {}, request)
  const taker = await findTaker(world.database, world.installation.region, opened.secret, world.clock())
  if (!taker) throw new Error('The session has ended.')
  const { resource } = await world.gate(linkOperations.readSitting, taker, {}, request)
  const { attempt } = resource.profile as { attempt: number }
  const answers = (['disc', 'focus', 'core'] as const).flatMap((one) => answersTo(one))
  const finish = ['disc', 'focus', 'core']
  await world.gate(linkOperations.saveAnswers, taker, { attempt, answers }, request)
  await world.gate(linkOperations.saveAnswers, taker, { attempt, finish }, request)
}

/**
 * Adds two people: one whose id alone is known to the attacker, who has completed everything and has a debrief; and one
 * whose addresses are known.
 */
async function plant(running: TestService, account: TestAccount) {
  const open = await openSubjects(running, account)
  const fresh = await open.fresh()
  const secret = `quixote${newPublicId()}`
  const victim = await completePerson(running, account, secret)
  const other = await completePerson(running, account, `${secret}b`)
  const known = { email: newEmail(), phone: newMobile() }
  await account.call('PATCH', `/profile/${other}`, known)
  await account.call('PATCH', `/profile/${victim}`, { lastName: `Last ${secret}` })
  const debrief = await account.call('POST', `/playbook/ai/debrief/${victim}`, {})
  const { profile } = (await account.call('GET', `/profile/${victim}`)).body
  const text: string = debrief.body.data.content
  const secrets: Secrets = {
    'a name or an email address': secret,
    'a phone number': profile.phone,
    'a debrief': JSON.stringify(text.slice(-120)).slice(1, -1),
  }
  await running.service.drainOutbox()
  const subjects = { ...fresh, profile: victim, completed: victim }
  return { subjects, secrets, known }
}

/** The scopes that do not allow reading people. */
export const singleScopes = scopes.filter((scope) => scope !== 'profiles:read').map((scope) => [scope])
