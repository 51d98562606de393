import { beforeAll, describe, expect, test } from 'vitest'
import { type Scope, scopes, scopesNeeded } from '../../src/contract/scope.ts'
import { createAppGranter } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { openForger } from '../support/forge.ts'
import {
  fieldKind,
  fieldOf,
  formallyValid,
  openSubjects,
  sendInput,
  validInput,
  withUnknownIds,
} from '../support/inputs.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { idPlaces } from '../support/schemas.ts'
import {
  callAs,
  type Json,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let subjects: Awaited<ReturnType<typeof openSubjects>>
/** Callers of both kinds, by the scopes of their tokens; each is made for its first request. */
const callers = new Map<string, Promise<TestAccount['call']>>()
let makeCaller: (kind: Kind, granted: readonly Scope[]) => Promise<TestAccount['call']>
const subsets = Array.from({ length: 32 }, (_, bits) => scopes.filter((_scope, at) => bits & (1 << at)))
/**
 * An app is tried with every set of scopes on the first operation of each demand. The others share that check: for them
 * exactly the needed scopes show a demand that is too much or another one, and all but each of the needed ones a demand
 * that is too little. Machines are tried with both, with no scope, and with one more set that differs from operation to
 * operation; apps, whose scopes are compared by the same code, with exactly the needed ones and with none in turn.
 */
function subsetsFor(kind: Kind, endpoint: RestOperation, needed: readonly Scope[]): (readonly Scope[])[] {
  if (kind === 'delegate' && isFirstOfDemand(endpoint)) return subsets
  const isExact = (subset: readonly Scope[]) =>
    subset.length === needed.length && needed.every((scope) => subset.includes(scope))
  const isTelling = (subset: readonly Scope[]) => {
    const lacked = scopes.filter((scope) => !subset.includes(scope))
    return (
      subset.length === 0 || isExact(subset) || (lacked.length === 1 && needed.includes(lacked[0] as Scope))
    )
  }
  const place = restOperations.indexOf(endpoint)
  if (kind === 'delegate') return subsets.filter((one) => (place % 2 ? isExact(one) : one.length === 0))
  const others = subsets.filter((subset) => !isTelling(subset))
  return [...subsets.filter(isTelling), others[place % others.length] as readonly Scope[]]
}

function isFirstOfDemand({ operation }: RestOperation): boolean {
  const demandOf = (one: RestOperation['operation']) =>
    JSON.stringify([scopesNeeded(one).toSorted(), 'scopeWith' in one && one.scopeWith])
  const first = restOperations.find((one) => demandOf(one.operation) === demandOf(operation))
  return first?.operation === operation
}

/** Exactly what is needed, and all scopes but one that is needed. */
function tellingSubsets(needed: readonly Scope[]): (readonly Scope[])[] {
  return [
    scopes.filter((scope) => needed.includes(scope)),
    ...needed.map((lacked) => scopes.filter((scope) => scope !== lacked)),
  ]
}

const kinds = ['machine', 'delegate'] as const
type Kind = (typeof kinds)[number]
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  const account = await running.account()
  subjects = await openSubjects(running, account)
  const [forge, grantApp] = [await openForger(running), await createAppGranter(running)]
  const by = await grantApp(account)
  makeCaller = async (kind, granted) =>
    kind === 'machine'
      ? callAs(running.baseUrl, await forge(account, { scopes: granted }))
      : (await grantApp(account, { scopes: granted, by })).call
})

function as(kind: Kind, granted: readonly Scope[]): Promise<TestAccount['call']> {
  const name = `${kind} ${granted.join(' ')}`
  const made = callers.get(name) ?? makeCaller(kind, granted)
  callers.set(name, made)
  return made
}

/** The scopes that an endpoint needs, without and with each field that needs its own scope. */
function demandsOf(endpoint: RestOperation, valid: Record<string, unknown>) {
  const { operation } = endpoint
  const further = Object.keys(('scopeWith' in operation && operation.scopeWith) || {})
  return [{}, ...further.map((field) => ({ [field]: true }))].map((more) => ({
    input: { ...withUnknownIds(endpoint, valid), ...more, unheardOf: 'x' },
    needed: scopesNeeded(operation, more),
  }))
}

describe.each(restOperations.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  test('403 for each scope that a machine lacks, naming all; 400 with exactly those', async () => {
    await expectDemands(['machine'], (_, needed) => tellingSubsets(needed))
  })

  test('403 for each set of scopes that lacks one, naming all; every other passes and is 400', {
    tags: 'long',
  }, async () => {
    await expectDemands(kinds, (kind, needed) => subsetsFor(kind, endpoint, needed))
  })

  // The tables are compared once for all callers: each changed row is listed.
  async function expectDemands(
    by: readonly Kind[],
    choose: (kind: Kind, needed: readonly Scope[]) => readonly (readonly Scope[])[],
  ): Promise<void> {
    // Its ids are replaced by unknown ones.
    const valid = formallyValid(endpoint)
    const metadata = `resource_metadata="${running.url}/.well-known/oauth-protected-resource"`
    // Made before, because that writes.
    for (const kind of by)
      for (const { needed } of demandsOf(endpoint, valid))
        for (const subset of choose(kind, needed)) await as(kind, subset)
    await tables.expectUnchanged(async () => {
      for (const kind of by)
        for (const { input, needed } of demandsOf(endpoint, valid)) {
          for (const subset of choose(kind, needed)) {
            const answer = await sendInput(await as(kind, subset), endpoint, input)
            const label = `${endpoint.name} for a ${kind} with ${subset.join(' ')}`
            expectEnvelope(answer, label)
            const isEnough = needed.every((scope) => subset.includes(scope))
            expect([answer.status, answer.body.error.code], label).toEqual(
              isEnough ? [400, 'unknown_parameter'] : [403, 'insufficient_scope'],
            )
            expect(answer.headers.get('www-authenticate'), label).toBe(
              isEnough ? null : `Bearer error="insufficient_scope", scope="${needed.join(' ')}", ${metadata}`,
            )
          }
        }
    })
  }

  const needed = scopesNeeded(endpoint.operation)
  const isNarrow = !needed.includes('profiles:read')
  // What a caller may see depends on its scopes only, so machines and apps take turns.
  const kind = kinds[restOperations.indexOf(endpoint) % 2] as Kind
  // Those that need one scope alone: test/closure calls each with a token that has no other, and looks for the same.
  const options = needed.length === 1 ? { tags: 'long' } : {}
  if (isNarrow)
    test(
      `without profiles:read reveals to a ${kind} nothing of a person that was not sent`,
      options,
      async () => {
        const granted = scopes.filter((scope) => scope !== 'profiles:read')
        const takesProfile = idPlaces(endpoint.operation.input).some(
          (place) => fieldKind(endpoint, fieldOf(place)) === 'profile',
        )
        const fresh = await subjects.freshFor(endpoint)
        // A completed person has the most to disclose, and what only reads leaves them as they are.
        const isUsedUp = takesProfile && endpoint.operation.effect !== 'reads'
        const isAboutOther = !takesProfile && fresh.email !== ''
        const completed = isUsedUp ? await subjects.completedAnew() : fresh.completed
        const person = isAboutOther ? fresh.profile : completed
        const input = validInput(endpoint, { ...fresh, profile: person, completed: person })
        const before = await personOf(person)
        const answer = await sendInput(await as(kind, granted), endpoint, input)
        expect(answer.status, answer.text).toBeLessThan(300)
        expect(disclosedIn(answer.text, input, before), endpoint.name).toEqual([])
        if (needed.length > 0) expect(personalFields(answer.body, input), endpoint.name).toEqual([])
      },
    )
})

test.each(kinds)(
  'a profile that is found again by its email shows a %s that writes nothing else',
  async (kind) => {
    const id = await subjects.completedAnew()
    const { email } = await personOf(id)
    const call = await as(kind, ['profiles:write'])
    const answer = await call('POST', '/profile', { email })
    expect([answer.status, answer.body.created, answer.body.profile.id]).toEqual([200, false, id])
    expect(personalFields(answer.body, { email })).toEqual([])
  },
)

type Person = Record<'email' | 'phone' | 'first_name' | 'last_name', string | null>

async function personOf(id: string): Promise<Person> {
  const text = 'select email, phone, first_name, last_name from profile where id = $1'
  const [row] = await tables.rows<Person>(text, [id])
  if (!row) throw new Error('There is no such profile.')
  return row
}

/** Personal texts of a person in the answer that were not in the request. */
function disclosedIn(text: string, sent: unknown, person: Person): unknown[] {
  const known = JSON.stringify(sent)
  return Object.values(person).filter(
    (value) => value !== null && text.includes(value) && !known.includes(value),
  )
}

/** Not `results`: its content is checked, and bulk invites use that name for outcomes. */
const personal = new Set([
  ...['firstName', 'lastName', 'email', 'phone', 'disc', 'core', 'focus', 'quality', 'scoring'],
  ...['score', 'level', 'timers', 'content'],
])

/** Personal fields anywhere in an answer whose value was not sent. */
function personalFields(value: Json, sent: Record<string, unknown>): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const isNews = personal.has(name) && inner !== null && !sameText(inner, sent[name])
    return isNews ? [`${name}: ${JSON.stringify(inner)}`] : personalFields(inner, sent)
  })
}

function sameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one)?.toLowerCase() === JSON.stringify(other)?.toLowerCase()
}
