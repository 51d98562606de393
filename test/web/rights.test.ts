import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, take } from '../support/taking.ts'
import {
  cookieOf,
  createShareLink,
  expectText,
  followLink,
  inviteTestPerson,
  requestNewLink,
  saveAnswers,
  startShared,
} from './taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let owner = ''
const shift = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + shift) })
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
  owner = await ownerOf(account)
})

/** An owner, who reads the account's emails, and a user, who may only invite and gets none. */
async function ownerOf({ id }: TestAccount): Promise<string> {
  const [email, other] = [`${newPublicId()}@owner.test`, `${newPublicId()}@owner.test`]
  for (const [address, role] of [
    [email, 'owner'],
    [other, 'manager'],
  ])
    await tables.rows(
      `insert into member (account_id, id, email, role, created_at, accepted_at) values ($1, $2, $3, $4, now(), now())`,
      [id, newPublicId(), address, role],
    )
  return email
}

const lettersTo = async (email: string) => {
  await running.service.drainOutbox()
  const answer = await fetch(`${running.url}/dev/mailbox.json?to=${email}`)
  return (await answer.json()) as { subject: string; text: string; to: string }[]
}
const page = async (link: string, cookie = '') => (await fetch(link, { headers: { cookie } })).text()
const post = (address: string, fields: Record<string, string>, cookie = '') =>
  fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { cookie },
  })
const agreements = (profileId: string) =>
  tables.rows<{ version: string; locale: string; words: string }>(
    'select version, locale, words from person_consent where profile_id = $1 order by agreed_at',
    [profileId],
  )
const versionOn = (html: string) => /name="version" value="(\w+)"/.exec(html)?.[1] ?? ''

describe('the text that a person agrees to when starting', () => {
  test('is recorded once, word for word as the page showed it, with its version and language', async () => {
    const { link, profileId } = await inviteTestPerson(running, account, { locale: 'de' })
    const html = await page(link)
    const version = versionOn(html)
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await post(link, { version, locale: 'de' })).headers.get('location')).toBe('/take')
    }
    const [kept, ...more] = await agreements(profileId)
    expect(more).toEqual([])
    expect(kept).toMatchObject({ version, locale: 'de' })
    const lines = kept?.words.split('\n') ?? []
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(html.replaceAll('&#39;', "'").includes(line), line).toBe(true)
    expect(kept?.words).toContain('Northwind')
  })

  test('has another version if its words change, and no one agrees to words that have changed since', async () => {
    const changing = await running.account({ name: 'Changing' })
    const { link, profileId } = await inviteTestPerson(running, changing)
    const before = versionOn(await page(link))
    await running.db.admin(
      `update account set preferences = preferences || '{"retentionDays":30,"participantSeesReport":false}'
        where id = $1`,
      [changing.id],
    )
    const answer = await post(link, { version: before, locale: 'en' })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    const again = await answer.text()
    expect(again).toContain('has changed since you opened it')
    expect(again).toContain('Until 30 days have passed without a change')
    expect(await agreements(profileId)).toEqual([])
    const after = versionOn(again)
    expect(after).not.toBe(before)
    expect((await post(link, { version: after, locale: 'en' })).status).toBe(303)
    expect(await agreements(profileId)).toMatchObject([{ version: after }])
  })

  test('is recorded for people who start from a share link, which must have shown the same text', async () => {
    const link = await createShareLink(account)
    const version = versionOn(await page(link))
    const stale = await startShared(link, { firstName: 'Ada', version: 'f'.repeat(32), locale: 'fr' })
    expect(await expectText(stale, 'has changed since you opened it')).toBe(true)
    expect((await startShared(link, { firstName: 'Ada', version, locale: 'en' })).status).toBe(303)
    const started = `select profile_id from person_consent where version = $1 and account_id = $2
      and profile_id in (select id from profile where first_name = 'Ada')`
    expect(await tables.rows(started, [version, account.id])).toHaveLength(1)
  })

  test('is in the export of the person and of the account, and in no profile', async () => {
    const { profileId, cookie } = await openTaker(running, account)
    const own = await (await fetch(`${running.url}/take/results.json`, { headers: { cookie } })).json()
    expect(own).toMatchObject({ agreements: [{ attempt: 1, locale: 'en' }], erasureRequestedAt: null })
    const { body } = await account.call('GET', `/profile/${profileId}/export`)
    expect(body.data.agreements).toEqual((own as typeof body).agreements)
    const profile = await account.call('GET', `/profile/${profileId}`)
    expect(profile.text).not.toMatch(/agreement|erasure/)
  })
})

describe('requesting deletion', () => {
  test('emails each owner once and marks the person; a second request changes nothing', async () => {
    const { link, profileId } = await inviteTestPerson(running, account, {
      firstName: 'Noor',
      lastName: 'Kim',
    })
    expect(await page(link)).toContain(`?erasure=1">Ask to delete my data`)
    const asking = await page(`${link}?erasure=1`)
    expect(asking).toContain('Ask Northwind to delete your data?')
    expect(await tables.rows('select 1 from erasure_request where profile_id = $1', [profileId])).toEqual([])
    const before = (await lettersTo(owner)).length
    const answer = await post(link, { erasure: 'ask' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/take/erasure'])
    const cookie = cookieOf(answer)
    expect(await page(`${running.url}/take/erasure`, cookie)).toContain('You have asked Northwind')
    expect((await post(`${running.url}/take/erasure`, { erasure: 'ask' }, cookie)).status).toBe(303)
    const letters = await lettersTo(owner)
    expect(letters).toHaveLength(before + 1)
    expect(letters[0]?.subject).toBe('A person asks Northwind to delete their data')
    for (const words of ['Noor Kim asked Northwind', `${running.url}/people/${profileId}`])
      expect(letters[0]?.text).toContain(words)
    const { body } = await account.call('GET', `/profile/${profileId}/export`)
    expect(body.data.erasureRequestedAt).toMatch(/^2\d{3}-/)
    const actions = body.data.auditEntries.map((auditEntry: { action: string }) => auditEntry.action)
    expect(actions.filter((one: string) => one === 'request_erasure')).toHaveLength(1)
    expect(await page(`${link}?erasure=1`)).toContain('Take the request back')
  })

  test("opens a session that can't answer anything and has agreed to nothing", async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await post(link, { erasure: 'ask' }))
    expect(await agreements(profileId)).toEqual([])
    const take = await fetch(`${running.url}/take`, { headers: { cookie }, redirect: 'manual' })
    expect(take.headers.get('location')).toBe('/take/erasure')
    const first = { assessment: 'focus', item: 1, value: 3, seq: 1 }
    expect((await saveAnswers(running.url, cookie, { attempt: 1, answers: [first] })).status).toBe(403)
    const { body } = await account.call('GET', `/profile/${profileId}`)
    expect(body.profile).toMatchObject({ state: 'pending', dateStarted: null })
  })

  test('can be withdrawn, with an email too; too many changes are refused before an email is skipped', async () => {
    const busy = await running.account({ name: 'Busy' })
    const email = await ownerOf(busy)
    const { cookie, profileId } = await openTaker(running, busy)
    const change = (erasure: 'ask' | 'back') => post(`${running.url}/take/erasure`, { erasure }, cookie)
    const answers = []
    for (const one of ['ask', 'back', 'ask', 'back', 'ask', 'back', 'ask'] as const)
      answers.push((await change(one)).status)
    expect(answers).toEqual([303, 303, 303, 303, 303, 303, 429])
    const letters = await lettersTo(email)
    expect(letters).toHaveLength(6)
    expect(letters.filter(({ subject }) => subject.includes('taken back'))).toHaveLength(3)
    expect(await page(`${running.url}/take/erasure`, cookie)).toContain('Ask Busy to delete my data')
    await running.db.admin(
      `update erasure_request set told_since = told_since - interval '1 day' where profile_id = $1`,
      [profileId],
    )
    expect((await change('ask')).status).toBe(303)
    expect(await lettersTo(email)).toHaveLength(7)
  })

  test('429 for another person from a share link after many requests, never for invited people', async () => {
    const flooded = await running.account({ name: 'Flooded' })
    const email = await ownerOf(flooded)
    const ask = (cookie: string) => post(`${running.url}/take/erasure`, { erasure: 'ask' }, cookie)
    const robot = async () =>
      cookieOf(await startShared(await createShareLink(flooded), { firstName: 'Robot' }))
    expect((await ask(await robot())).status).toBe(303)
    await running.db.admin('update erasure_request set told = 60 where account_id = $1', [flooded.id])
    const [next, invited] = [await robot(), (await openTaker(running, flooded)).cookie]
    expect([(await ask(next)).status, (await ask(invited)).status]).toEqual([429, 303])
    expect(await lettersTo(email)).toHaveLength(2)
    await running.db.admin(
      `update erasure_request set told_since = told_since - interval '1 day' where account_id = $1`,
      [flooded.id],
    )
    expect((await ask(next)).status).toBe(303)
  })

  test("works in a paused account, is in the account's language, and is deleted with the profile", async () => {
    const paused = await running.account({ name: 'Pause', preferences: { locale: 'fr' } })
    const email = await ownerOf(paused)
    const { link, profileId } = await inviteTestPerson(running, paused)
    await running.db.admin('update account set paused = true where id = $1', [paused.id])
    expect((await post(link, { erasure: 'ask' })).headers.get('location')).toBe('/take/erasure')
    expect((await lettersTo(email))[0]?.subject).toContain('demande à Pause de supprimer')
    await running.db.admin('update account set paused = false where id = $1', [paused.id])
    expect((await paused.call('DELETE', `/profile/${profileId}`)).status).toBe(204)
    expect(Object.keys(await tables.holding(profileId))).toEqual(['audit_entry', 'event'])
  })

  test('403 for a form of another site', async () => {
    const { cookie } = await openTaker(running, account)
    const answer = await fetch(`${running.url}/take/erasure`, {
      method: 'POST',
      headers: { cookie, origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ erasure: 'ask' }),
    })
    expect(answer.status).toBe(403)
  })
})

describe('a person who received the link by mistake', () => {
  test('reads what happens, notifies the account, and ends link and sessions; opening the page does nothing', async () => {
    const { link, profileId, email } = await inviteTestPerson(running, account, { firstName: 'Ada' })
    const cookie = cookieOf(await followLink(link))
    expect(await page(link)).toContain('?wrong=1">I am not Ada</a>')
    await tables.expectUnchanged(async () => {
      expect(await page(`${link}?wrong=1`)).toContain('Tell Northwind and turn off this link')
    })
    const before = (await lettersTo(owner)).length
    expect(await expectText(await post(link, { wrong: '1' }), 'Northwind is being told')).toBe(true)
    const letters = await lettersTo(owner)
    expect(letters).toHaveLength(before + 1)
    expect(letters[0]?.text).toContain(profileId)
    expect(letters[0]?.text).not.toContain(email)
    expect(await page(link)).toContain('This link no longer works')
    expect((await fetch(`${running.url}/take`, { headers: { cookie } })).status).toBe(401)
    const invites = () => tables.rows('select 1 from invite where profile_id = $1', [profileId])
    await post(link, { wrong: '1' })
    await requestNewLink(link)
    expect(await invites(), 'no further letter goes to the stranger').toHaveLength(1)
    expect(await lettersTo(owner)).toHaveLength(before + 1)
    const again = (body: object) => account.call('POST', `/profile/${profileId}/invite/email`, body)
    expect((await again({})).status, 'not without looking').toBe(409)
    expect((await again({ tryAgain: true })).status).toBe(204)
    expect(await invites()).toHaveLength(2)
  })

  test('of a share link is told to the owners sixty times a day at most, and whom the account invited always', async () => {
    const flooded = await running.account({ name: 'Flooded' })
    const email = await ownerOf(flooded)
    const reported = [
      `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
       select $1, lpad(to_hex(n), 24, 'b'), now(), now(), 'pending', '{disc}', '{}' from generate_series(1, 60) n`,
      `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at, origin)
       select account_id, id, id, 'email', id || '@test.test', decode(id, 'hex'), now(), now() + interval '1 day', 'share'
         from profile where account_id = $1`,
      'insert into wrong_person select account_id, id, profile_id, now() from invite where account_id = $1',
    ]
    for (const statement of reported) await tables.rows(statement, [flooded.id])
    const robot = `${newPublicId()}@test.test`
    await startShared(await createShareLink(flooded), { firstName: 'Robot', email: robot })
    const [letter] = await lettersTo(robot)
    const link = /http:\S+\/t\/\S+/.exec(letter?.text ?? '')?.[0] ?? ''
    expect((await post(link, { wrong: '1' })).status).toBe(200)
    expect(await page(link)).toContain('This link no longer works')
    expect(await lettersTo(email)).toEqual([])
    const invited = await inviteTestPerson(running, flooded)
    await post(invited.link, { wrong: '1' })
    expect(await lettersTo(email)).toHaveLength(1)
  })
})

describe("a person's own results", () => {
  test('say when a retake was opened and by whom, and who decides about another', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    const first = await page(`${running.url}/take/results`, taker.cookie)
    expect(first).toContain('Northwind decides whether and when you can take it again')
    expect(first).not.toContain('reopened this for you')
    await account.call('POST', `/profile/${taker.profileId}/retake`, { assessmentIds: ['core'] })
    expect(await page(taker.link)).toContain('Northwind reopened this for you on')
    await take(running, taker, 2, ['core'], 1)
    expect(await page(`${running.url}/take/results`, taker.cookie)).toContain('reopened this for you on')
  })

  test('show the stored debrief if the account shares results, and only while it is current', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    const results = () => page(`${running.url}/take/results`, taker.cookie)
    expect(await results()).not.toContain('part-debrief"')
    const made = await account.call('POST', `/playbook/ai/debrief/${taker.profileId}`)
    expect(made.status).toBeLessThan(300)
    const html = await results()
    expect(html).toContain('Put together from your results by fixed rules on')
    const { sections } = made.body.data
    expect(html).toContain(sections[0].title)
    await running.db.admin(`update debrief set results_hash = 'old' where profile_id = $1`, [taker.profileId])
    expect(await results()).not.toContain('fixed rules on')
    await running.db.admin(
      `update account set preferences = preferences || '{"participantSeesReport":false}' where id = $1`,
      [account.id],
    )
    const thanks = await (
      await fetch(`${running.url}/take/thanks`, { headers: { cookie: taker.cookie } })
    ).text()
    await running.db.admin(
      `update account set preferences = preferences - 'participantSeesReport' where id = $1`,
      [account.id],
    )
    expect(thanks).toContain('Ask to delete my data')
    expect(thanks).toContain('Download my data')
    expect(thanks).not.toContain('fixed rules')
  })
})
