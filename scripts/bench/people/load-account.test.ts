import { beforeAll, expect, test } from 'vitest'
import { currentWording } from '../../../src/content/wordings.ts'
import { assessmentIds } from '../../../src/contract/shapes.ts'
import { findHead, readChain } from '../../../src/domain/audit/store.ts'
import { verifyAccountChain } from '../../../src/domain/audit/verify.ts'
import { nameTokens } from '../../../src/domain/profile/name.ts'
import { writeDocument } from '../../../src/domain/profile/store.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../test/support/service.ts'
import { openTaker } from '../../../test/support/taking.ts'
import { saveAnswers } from '../../../test/web/taker-requests.ts'
import { type LoadedAccount, loadAccount } from './load-account.ts'
import { drawPeople, type Person } from './people.ts'
import { drawSheets, type Sheet } from './sheets.ts'

const count = 100
const people: Person[] = [...drawPeople(count, 20)]
const sheets = drawSheets(20)

let running: TestService
let loaded: LoadedAccount
let call: TestAccount['call']
beforeAll(async () => {
  running = await startTestService()
  const { db, service } = running
  const { secretKey, region } = service.parts.installation
  const settings = { owner: db.connection, database: db.database, secretKey, region, count }
  loaded = await loadAccount({ ...settings, sheets: 20, answersEvery: 1 })
  call = callAs(running.baseUrl, await signIn(running.baseUrl, loaded))
})

const isWhole = ({ completed }: Person) => completed?.length === 3
const someone = (fits: (person: Person) => boolean) => people.find(fits) as Person

const same = 'a loaded person who %s reads the same as one who came through the API'
test.each([['has completed everything', isWhole] as const])(same, readsTheSame)
test.each([
  ['has completed a part', ({ completed }: Person) => completed?.length === 1],
  ['has not opened the link', ({ completed }: Person) => completed === undefined],
] as const)(same, { tags: 'long' }, readsTheSame)

async function readsTheSame(_: string, fits: (person: Person) => boolean): Promise<void> {
  const person = someone(fits)
  const account = await running.account()
  const id = await createByRequests(account, person, sheets[person.sheet] as Sheet)
  const paths = (profileId: string) => [
    `/profile/${profileId}`,
    `/profile/${profileId}/attempts`,
    `/profiles?profileIds=${profileId}`,
    `/profiles/progress?profileIds=${profileId}`,
  ]
  for (const [index, path] of paths(person.id).entries()) {
    const [ours, theirs] = [await call('GET', path), await account.call('GET', paths(id)[index] as string)]
    expect([ours.status, theirs.status]).toEqual([200, 200])
    expect(comparable(ours.body)).toEqual(comparable(theirs.body))
  }
}

test('the service would write every loaded document, name and filter as it is', async () => {
  const read = () =>
    running.db.admin<{ id: string; first_name: string; last_name: string }>(
      `select profile.*, array(select token from name_token where name_token.account_id = profile.account_id
          and profile_id = id order by token) as tokens
         from profile where account_id = $1 order by id`,
      [loaded.id],
    )
  const before = await read()
  expect(before).toHaveLength(count)
  for (const { id } of before)
    await running.db.database.inAccount(loaded.id, (sql) => writeDocument(sql, loaded.id, id))
  expect(await read()).toEqual(before)
  for (const row of before)
    expect(row).toMatchObject({ tokens: nameTokens(row.first_name, row.last_name).toSorted() })
})

test('totals, tags, searches and the account agree with the people', { tags: 'long' }, async () => {
  const total = async (query: string) =>
    (await call('GET', `/profiles?limit=1${query}`)).body.pagination.total
  expect(await total('')).toBe(count)
  expect(await total('&isCompleted=true')).toBe(people.filter(isWhole).length)
  expect(await total('&state=pending')).toBe(people.filter(({ completed }) => !completed).length)
  for (const [index, tagId] of loaded.tagIds.entries())
    expect(await total(`&tagIds=${tagId}`)).toBe(people.filter(({ tags }) => tags.includes(index)).length)
  const { lastName } = someone(() => true)
  expect(await total(`&search=${encodeURIComponent(lastName)}`)).toBeGreaterThan(0)
  const { body } = await call('GET', '/account')
  expect(body.data.reportsGenerated).toBe(people.filter(isWhole).length)
  const { body: listed } = await call('GET', '/tags?limit=100')
  const attached = listed.tags.reduce((sum: number, { profiles }: Json) => sum + profiles.length, 0)
  expect(attached).toBe(people.reduce((sum, { tags }) => sum + tags.length, 0))
})

test('the audit log has an entry for each person, and its chain is complete', async () => {
  const { database } = running.db
  const source = {
    entries: (range: { after: number; limit: number }) =>
      database.inAccount(loaded.id, (sql) => readChain(sql, loaded.id, range)),
    head: () => database.inAccount(loaded.id, (sql) => findHead(sql, loaded.id)),
  }
  const { faults } = await verifyAccountChain(
    source,
    loaded.id,
    [],
    running.service.parts.installation.secretKey,
  )
  expect(faults).toEqual([])
  const { body } = await call('GET', '/audit-log?action=create_profile&limit=1')
  expect(body.pagination.total).toBe(count)
})

test('every table that requests fill for people is filled, but for messages, sessions, events and use', {
  tags: 'long',
}, async () => {
  const account = await running.account()
  const person = someone((one) => isWhole(one) && one.alias !== null)
  await createByRequests(account, person, sheets[person.sheet] as Sheet)
  const tables = await running.db.admin<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id' order by 1`,
  )
  const hasRows = async (id: string) => {
    const filled: string[] = []
    for (const { name } of tables)
      if ((await running.db.admin(`select from ${name} where account_id = $1 limit 1`, [id])).length > 0)
        filled.push(name)
    return filled
  }
  const events = ['event', 'event_head', 'link_expiry']
  // Figures of use are of what happens, and nothing happened to people who were loaded.
  const use = ['activity', 'opening_ten', 'completion_ten']
  const passing = ['mailbox_message', 'outbox', 'take_session', 'member', ...events, ...use]
  const expected = (await hasRows(account.id)).filter((name) => !passing.includes(name))
  expect(await hasRows(loaded.id)).toEqual(expected)
})

/** Makes the same person by requests alone: profile, invite, answers. Returns the id. */
async function createByRequests(account: TestAccount, person: Person, sheet: Sheet): Promise<string> {
  const { email, phone, firstName, lastName, locale, alias, completed } = person
  const tagIds: string[] = []
  for (const tag of person.tags) {
    const { body } = await account.call('POST', '/tag', { label: `Tag ${tag}`, color: 'red' })
    tagIds.push(body.tag.id)
  }
  const fields = {
    firstName,
    lastName,
    tagIds,
    ...(phone && { phone }),
    ...(locale && { locale }),
    ...(alias && { customId: alias.key }),
  }
  if (!completed) return (await account.call('POST', '/profile', { ...fields, email })).body.profile.id
  const taker = await openTaker(running, account, fields)
  const next = assessmentIds[completed.length]
  for (const assessment of [...completed, ...(next ? [next] : [])]) {
    const values = assessment === next ? sheet.answers[assessment].slice(0, 10) : sheet.answers[assessment]
    const answers = values.map((value, index) => ({ assessment, item: index + 1, value, seq: index + 1 }))
    const times = { activeSeconds: 1, idleSeconds: 0, inactiveSeconds: 0 }
    const wordings = { [assessment]: currentWording }
    const timers = [{ assessment, sessionId: `session-${assessment}`, ...times }]
    const finish = assessment === next ? [] : [assessment]
    const saved = await saveAnswers(running.url, taker.cookie, {
      attempt: 1,
      answers,
      timers,
      finish,
      wordings,
    })
    expect(await saved.json()).toMatchObject({ refused: [] })
  }
  return taker.profileId
}

/**
 * Without what differs between any two people: ids, addresses, times, quality, which depends on the seconds, and whether
 * the link has expired since.
 */
function comparable(body: Json): unknown {
  const text = JSON.stringify(body, (key, value) => {
    if (['quality', 'activeSeconds', 'idleSeconds'].includes(key)) return typeof value
    if (key === 'email') return 'EMAIL'
    if (typeof value !== 'string') return value
    return value
      .replace(/^[0-9a-f]{24}$/, 'ID')
      .replace(/^\d{4}-\d\d-\d\dT.*Z$/, 'TIME')
      .replace(/^expired$/, 'opened')
  })
  return JSON.parse(text)
}
