import { dashboardClientId } from '../../src/contract/authorization.ts'
import { createDemoPerson } from '../../src/demo/person.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { openCopier } from './copied-people.ts'
import { createAppGranter, type Delegate } from './delegates.ts'
import { type RestOperation, restPath } from './rest-operations.ts'
import { asItsAccount } from './sandbox-mode.ts'
import { idPlaces, type SchemaPlace, sampleOf, withValue } from './schemas.ts'
import type { Answer, TestAccount, TestService } from './service.ts'
import {
  addConnection,
  addEndpoint,
  addShareLink,
  findEventId,
  insertAlias,
  insertFailedMessage,
  insertTagChange,
  insertTestCampaign,
  insertTestCoach,
  insertTestDebrief,
  insertTestNote,
  insertTestOrder,
  insertTestReportLink,
  insertTestSavedTeam,
  insertTestSender,
  insertTestTag,
  newEmail,
  newPhone,
  openTestStudy,
} from './test-rows.ts'

/** Ids of one account to call operations with. `canary` is part of every name and address of a person. */
export type Subjects = Record<SubjectKind, string> & {
  canary: string
  /** The email address of `profile`. */
  email: string
}

type SubjectKind =
  | 'profile'
  | 'completed'
  | 'tag'
  | 'savedTeam'
  | 'sender'
  | 'alias'
  | 'debrief'
  | 'reportLink'
  | 'event'
  | 'webhook'
  | 'delivery'
  | 'message'
  | 'order'
  | 'connection'
  | 'shareLink'
  | 'tagChange'
  | 'campaign'
  | 'note'
  | 'coach'
  | 'study'

/** Which kind of record an id names, by its field. An id field that is missing here fails the tests. */
const kinds: [RegExp, SubjectKind][] = [
  [/^(profileIds?|profiles|resourceId|add|remove)$/, 'profile'],
  [/^(tagIds?|tags)$/, 'tag'],
  [/^savedTeamIds?$/, 'savedTeam'],
  [/^resourceAliasId$/, 'alias'],
  [/^debriefId$/, 'debrief'],
  [/^reportLinkId$/, 'reportLink'],
  [/^(eventIds?|after|before)$/, 'event'],
  [/^webhookId$/, 'webhook'],
  [/^deliveryId$/, 'delivery'],
  [/^messageId$/, 'message'],
  [/^orderId$/, 'order'],
  [/^connectionId$/, 'connection'],
  [/^shareLinkId$/, 'shareLink'],
  [/^changeId$/, 'tagChange'],
  [/^campaignId$/, 'campaign'],
  [/^noteId$/, 'note'],
  [/^memberId$/, 'coach'],
]

/** Operations whose profile must have completed its assessments. */
export const needsCompleted = new Set([
  'POST /profile/{profileId}/retake',
  'POST /playbook/ai/debrief/{profileId}',
  'POST /report-link',
])

/** Inputs that depend on the records, or that would change nothing if they were as short as the schema allows. */
const overrides: Record<string, (subjects: Subjects) => Record<string, unknown>> = {
  'POST /webhook': () => ({ url: `http://127.0.0.1:9/${newPublicId()}`, types: ['account.paused'] }),
  'PATCH /webhook/{webhookId}': () => ({
    url: `http://127.0.0.1:9/${newPublicId()}`,
    types: ['account.paused'],
  }),
  // By ids or by a range.
  'POST /webhook/{webhookId}/replay': ({ event }) => ({
    eventIds: [event],
    types: undefined,
    after: undefined,
  }),
  'GET /messages': ({ message }) => ({ before: message }),
  // For a person or by their profile.
  'POST /order': ({ profile }) => ({ packageId: 'all', profileId: profile, person: undefined }),
  // Rows may be empty, and then no one is added.
  'POST /profiles/import': () => ({ rows: [{ email: `${newPublicId()}@test.test` }] }),
  // With the profile's current address the operation succeeds and changes nothing.
  'POST /profile/{profileId}/confirm-address': ({ email }) => (email ? { email } : {}),
  'PATCH /member/notices': ({ tag }) => ({ completed: { frequency: 'weekly', tagIds: [tag] } }),
  // A file without people describes a criterion.
  'POST /study/criteria': () => ({
    criteria: [{ name: 'Rating', meaning: newPublicId() }],
    csv: 'email,Rating\n',
  }),
  // Hundreds of duplicates wait for the first.
  'POST /sandbox/people': () => ({ count: 2 }),
  // The tag's only profile has got it by this change.
  'POST /tag/{tagId}/undo': ({ completed }) => ({ add: [], remove: [completed] }),
  // Everyone it names must be in the team.
  'DELETE /saved-team/{savedTeamId}/profiles': ({ completed }) => ({ profileIds: [completed] }),
  // The same request returns the same link.
  'POST /assessment-invite': () => ({
    customId: `cohort-${newPublicId()}`,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
}

/** Operations of a member for themselves: API keys act for none, so the dashboard of a member calls them. */
export function isForMembers({ path }: RestOperation): boolean {
  return path.startsWith('/member/')
}

/** Such a dashboard, by the calls of the account's API key. */
const dashboards = new WeakMap<TestAccount['call'], Delegate>()

/** The dashboard that calls an operation for members in place of this API key; undefined for other operations. */
export function dashboardFor(endpoint: RestOperation, call: TestAccount['call']): Delegate | undefined {
  return isForMembers(endpoint) ? dashboards.get(call) : undefined
}

/** What an operation needs to change something that its input doesn't name. */
const alsoNeeds: Record<string, readonly SubjectKind[]> = {
  'POST /messages/retry': ['message'],
  'GET /playbook/ai/debrief/{profileId}': ['debrief'],
  'POST /study/criteria': ['study'],
  'POST /account/sender/check': ['sender'],
}

/**
 * Creates new records for one account on each call. The completed person is created once, because answering takes time,
 * and copied where a new one is needed.
 */
export async function openSubjects(
  running: TestService,
  account: TestAccount,
): Promise<{
  /** A record of each kind. */
  fresh: () => Promise<Subjects>
  /**
   * Records of those kinds only that an input of this operation names, and of these; the other ids name nothing. With a
   * new completed person if the operation needs one and uses it up.
   */
  freshFor: (endpoint: RestOperation, more?: readonly SubjectKind[]) => Promise<Subjects>
  completedAnew: () => Promise<string>
}> {
  const canary = `canary${newPublicId()}`
  const grantApp = await createAppGranter(running)
  const dashboard = await grantApp(account, { clientId: dashboardClientId })
  dashboards.set(account.call, dashboard)
  let completed = await completePerson(running, account, canary)
  const completedAnew = await openCopier(running.db, completed)
  const create = async (wanted: (kind: SubjectKind) => boolean): Promise<Subjects> => {
    const { db } = running
    const { id } = account
    // A sandbox may have been emptied, and an account can't have many.
    if (!(await hasProfile(running, completed))) completed = await completedAnew()
    await removeSandboxes(running, id)
    const subjects: Subjects = { ...unknownSubjects(), completed, canary }
    const ofProfile = [
      'profile',
      'alias',
      'debrief',
      'campaign',
      'message',
      'order',
      'event',
      'note',
    ] as const
    if (ofProfile.some(wanted)) {
      subjects.email = newEmail().replace('@', `.${canary}@`)
      subjects.profile = await createPerson(account, canary, subjects.email)
      subjects.campaign = await insertTestCampaign(db, id, subjects.profile)
    }
    if (wanted('alias')) subjects.alias = await insertAlias(db, id, subjects.profile)
    if (wanted('tag') || wanted('tagChange')) {
      subjects.tag = await insertTestTag(db, id)
      subjects.tagChange = await insertTagChange(db, id, subjects)
    }
    if (wanted('savedTeam')) subjects.savedTeam = await insertTestSavedTeam(db, id, [completed])
    if (wanted('sender')) subjects.sender = await insertTestSender(db, id)
    if (wanted('debrief')) subjects.debrief = await insertTestDebrief(db, id, subjects.profile)
    if (wanted('note')) {
      const { memberId } = dashboard
      subjects.note = await insertTestNote(running, { accountId: id, memberId, profileId: subjects.profile })
    }
    if (wanted('reportLink')) subjects.reportLink = await insertTestReportLink(db, id, completed)
    if (wanted('event')) subjects.event = await findEventId(running, id)
    if (wanted('message')) subjects.message = await insertFailedMessage(running, id, subjects.profile)
    if (wanted('order')) subjects.order = await insertTestOrder(db, id, subjects.profile)
    if (wanted('study')) await openTestStudy(db, id)
    if (wanted('coach')) subjects.coach = await insertTestCoach(db, id)
    if (wanted('shareLink')) subjects.shareLink = await addShareLink(running, account)
    if (wanted('connection')) subjects.connection = await addConnection(running, account)
    if (wanted('webhook') || wanted('delivery')) Object.assign(subjects, await addEndpoint(running, account))
    return subjects
  }
  const freshFor = async (endpoint: RestOperation, more: readonly SubjectKind[] = []) => {
    const needed = kindsIn(endpoint)
    const things = await create((kind) => needed.has(kind) || more.includes(kind))
    return needsCompleted.has(routeOf(endpoint)) ? { ...things, completed: await completedAnew() } : things
  }
  return { fresh: () => create(() => true), freshFor, completedAnew }
}

/** The kinds of records that a valid input of the operation names, or that it needs besides. */
function kindsIn(endpoint: RestOperation): ReadonlySet<string> {
  const known = neededKinds.get(endpoint.name)
  if (known) return known
  const named = new Set<string>(alsoNeeds[routeOf(endpoint)])
  const unknown = unknownSubjects()
  const subjects = new Proxy(unknown, {
    get(_, name: keyof Subjects) {
      named.add(name === 'email' ? 'profile' : name)
      return unknown[name]
    },
  })
  validInput(endpoint, subjects)
  neededKinds.set(endpoint.name, named)
  return named
}

const neededKinds = new Map<string, ReadonlySet<string>>()

/** An input with which the operation succeeds on these records. */
export function validInput(endpoint: RestOperation, subjects: Subjects): Record<string, unknown> {
  const idFor = (name: string) => {
    const kind = fieldKind(endpoint, name)
    return subjects[kind === 'profile' && needsCompleted.has(routeOf(endpoint)) ? 'completed' : kind]
  }
  const sample = sampleOf(endpoint.operation.input, idFor) as Record<string, unknown>
  return { ...sample, ...overrides[routeOf(endpoint)]?.(subjects) }
}

/** A well-formed input whose ids do not exist. */
export function formallyValid(endpoint: RestOperation): Record<string, unknown> {
  return validInput(endpoint, unknownSubjects())
}

function unknownSubjects(): Subjects {
  return {
    profile: newPublicId(),
    completed: newPublicId(),
    tag: newPublicId(),
    savedTeam: newPublicId(),
    sender: newPublicId(),
    alias: newPublicId(),
    debrief: newPublicId(),
    reportLink: newPublicId(),
    event: newPublicId(),
    webhook: newPublicId(),
    delivery: newPublicId(),
    message: newPublicId(),
    order: newPublicId(),
    connection: newPublicId(),
    shareLink: newPublicId(),
    tagChange: newPublicId(),
    campaign: newPublicId(),
    note: newPublicId(),
    coach: newPublicId(),
    study: newPublicId(),
    canary: '',
    email: '',
  }
}

/** The same input with every id replaced by one that does not exist. */
export function withUnknownIds(
  endpoint: RestOperation,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const places = idPlaces(endpoint.operation.input).filter(([first]) => first !== undefined && first in input)
  return places.reduce<unknown>((sum, place) => withValue(sum, place, newPublicId()), input) as Record<
    string,
    unknown
  >
}

/** Sends an input over REST: path parameters in the path, the rest in the query (GET) or the body. */
export function sendInput(
  call: TestAccount['call'],
  endpoint: RestOperation,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { path, body } = restRequest(endpoint, input)
  const send = dashboardFor(endpoint, call)?.call ?? call
  return asItsAccount(endpoint, call, () => send(endpoint.method, path, body, headers))
}

export function restRequest(
  endpoint: RestOperation,
  input: Record<string, unknown>,
): { path: string; body: unknown } {
  const inPath = Object.fromEntries(endpoint.inPath.map((name) => [name, String(input[name])]))
  const rest = Object.entries(input).filter(([name]) => !endpoint.inPath.includes(name))
  const path = restPath(endpoint, inPath)
  if (endpoint.method !== 'GET') {
    const isBare = rest.length === 0 && endpoint.fields.length === 0
    return { path, body: isBare ? undefined : Object.fromEntries(rest) }
  }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
  return { path: rest.length > 0 ? `${path}?${query}` : path, body: undefined }
}

/** Fields that end in `id` and do not name our records: assessments, the caller's own keys, filters. */
export const otherIds = new Set([
  'assessmentId',
  'assessmentIds',
  'defaultAssessmentIds',
  'customId',
  'customIds',
  'includeCustomIds',
  'actorId',
  'clientId',
  'targetId',
  'packageId',
])

export function fieldKind(endpoint: RestOperation, field: string): SubjectKind {
  const found = kinds.find(([pattern]) => pattern.test(field))
  if (found) return found[1]
  throw new Error(`${endpoint.name} takes an id in ${field}: say in test/support/inputs.ts what it names.`)
}

/** The field name of a place. */
export function fieldOf(place: SchemaPlace): string {
  return place.filter((step) => step !== '*').at(-1) ?? ''
}

export function routeOf({ method, path }: RestOperation): string {
  return `${method} ${path}`
}

async function hasProfile(running: TestService, id: string): Promise<boolean> {
  return (await running.db.admin('select 1 from profile where id = $1', [id])).length > 0
}

async function removeSandboxes(running: TestService, accountId: string): Promise<void> {
  const text = 'delete from account where id in (select id from sandbox where account_id = $1)'
  await running.db.admin(text, [accountId])
  await running.db.admin('delete from sandbox where account_id = $1', [accountId])
}

async function createPerson(account: TestAccount, canary: string, email: string): Promise<string> {
  const { status, body, text } = await account.call('POST', '/profile', {
    email,
    phone: newPhone(),
    firstName: `First ${canary}`,
    lastName: `Last ${canary}`,
  })
  if (status !== 201) throw new Error(`No profile could be made: ${text}`)
  return body.profile.id
}

/** A person who was invited and has answered everything over the usual pages. */
export async function completePerson(
  running: TestService,
  account: TestAccount,
  canary: string,
): Promise<string> {
  const mailbox = newPublicId()
  await createDemoPerson(
    running.service.parts,
    { ...account, owner: `owner@${canary}.test` },
    {
      firstName: `First ${canary}`,
      lastName: 'Done',
      mailbox,
      phone: newPhone(),
      locale: 'en',
      tags: [],
      story: { kind: 'done', daysAgo: 1 },
    },
    [],
  )
  // Nothing may be in progress when a test compares the tables.
  await running.service.drainOutbox()
  const [row] = await running.db.admin<{ id: string }>('select id from profile where email = $1', [
    `${mailbox}@${canary}.test`,
  ])
  return String(row?.id)
}
