import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newEmail, newPhone } from '../support/test-rows.ts'
import { answered, type LinkReader, linkReader, writerOf } from './link-reader.ts'
import { cookieOf, startShared } from './taker-requests.ts'

// What a token that may write and not read can reach with retakes, and with the links people make to their own results.

let running: TestService
let account: TestAccount
let writer: TestAccount['call']
let reader: LinkReader
beforeAll(async () => {
  running = await startTestService()
  account = await running.account({ name: 'Northwind' })
  writer = await writerOf(running, account)
  reader = linkReader(running)
})

const everything = ['disc', 'focus', 'core'] as const
const names = { firstName: 'Quillon', lastName: 'Zabriskie' }

async function somebodyDone(fields: object = {}): Promise<Taker> {
  const taker = await openTaker(running, account, { ...names, ...fields })
  await take(running, taker, 1, everything)
  return taker
}

const retake = (profileId: string, body: object = {}) => writer('POST', `/profile/${profileId}/retake`, body)
const patch = (profileId: string, body: object) => writer('PATCH', `/profile/${profileId}`, body)
/** An invite to one profile is refused within a minute of the last. */
const waitAMinute = () => running.db.admin(`update invite set created_at = created_at - interval '2 minutes'`)
const asTaker = (profileId: string, cookie: string): Taker => ({ profileId, cookie, email: '', link: '' })

/** A stranger is invited at their own address and answers everything in this attempt. */
async function strangerAnswers(profileId: string, address: string, attempt: number): Promise<void> {
  await waitAMinute()
  const cookie = await reader.openAs(writer, profileId, address)
  await take(running, asTaker(profileId, cookie), attempt, everything)
}

/** A person who started from a share link with the attacker's browser and has completed everything. */
async function startedFromShareLink(): Promise<{ profileId: string; cookie: string }> {
  const link = (await writer('POST', '/assessment-invite', { customId: crypto.randomUUID() })).body.link
  const cookie = cookieOf(await startShared(link, { firstName: 'Mal' }))
  const { person } = await reader.own(cookie)
  return { profileId: person.id, cookie }
}

describe('a retake with a token without profiles:read', () => {
  test('returns no result that it carries over, and no name or address', async () => {
    const victim = await somebodyDone({ phone: newPhone() })
    const answer = await retake(victim.profileId, { assessmentIds: ['disc'] })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body.profile).sort()).toEqual([
      ...['attempt', 'availableAssessments', 'completedAssessments', 'createdAt', 'dateCompleted'],
      ...['dateStarted', 'id', 'isCompleted', 'state', 'updatedAt'],
    ])
  })

  test('shows no result that it carries over to a new address, however it is requested', async () => {
    const victim = await somebodyDone()
    const mine = newEmail()
    await patch(victim.profileId, { email: mine })
    await retake(victim.profileId, { assessmentIds: ['disc'] })
    const cookie = await reader.openAs(writer, victim.profileId, mine)
    expect(answered(await reader.own(cookie))).toEqual([])
    await take(running, asTaker(victim.profileId, cookie), 2, ['disc'], 1)
    const after = await reader.own(cookie)
    expect(answered(after)).toEqual(['disc'])
    expect(after.results.map((result: Json) => result.assessment)).toEqual(['disc'])
    expect([after.person.focus, after.person.core, after.person.quality].filter(Boolean)).toEqual([])
    expect(await reader.shareOwn(cookie)).toBeUndefined()
  })

  test('of everything, answered by the new address, shows that address only its own answers', async () => {
    const victim = await somebodyDone()
    const debrief = (await account.call('POST', `/playbook/ai/debrief/${victim.profileId}`, {})).body.data
    const before = (await account.call('GET', `/profile/${victim.profileId}`)).body.profile
    const mine = newEmail()
    await patch(victim.profileId, { email: mine })
    await retake(victim.profileId)
    const cookie = await reader.openAs(writer, victim.profileId, mine)
    await take(running, asTaker(victim.profileId, cookie), 2, everything, 1)
    const text = JSON.stringify(await reader.own(cookie))
    const url = (await reader.shareOwn(cookie)) ?? ''
    const pages = [
      text,
      (await reader.page('/take/results', cookie)).text,
      (await reader.page('/take', cookie)).text,
      (await reader.open(url)).text,
    ]
    for (const page of pages) {
      expect(page.includes('Quillon') || page.includes('Zabriskie')).toBe(false)
      expect(page.includes(debrief.sections[1].sentences[0].text)).toBe(false)
    }
    expect(text).not.toContain(JSON.stringify(before.focus).slice(1, -1))
    expect(JSON.parse(text).person).toMatchObject({ quality: null })
    expect(JSON.parse(text).debriefs).toEqual([])
  })

  test("doesn't let a link to these answers show later ones", { tags: 'long' }, async () => {
    const victim = await somebodyDone()
    const mine = newEmail()
    await patch(victim.profileId, { email: mine })
    await retake(victim.profileId)
    const cookie = await reader.openAs(writer, victim.profileId, mine)
    await take(running, asTaker(victim.profileId, cookie), 2, everything, 1)
    const url = (await reader.shareOwn(cookie)) ?? ''
    expect((await reader.open(url)).status).toBe(200)
    const theirs = newEmail()
    await patch(victim.profileId, { email: theirs })
    await retake(victim.profileId)
    await strangerAnswers(victim.profileId, theirs, 3)
    expect((await reader.open(url)).status).toBe(404)
  })
})

describe('a link to one’s own results', () => {
  test('created from a share link shows nothing that another person answers in a retake', {
    tags: 'long',
  }, async () => {
    const { profileId, cookie } = await startedFromShareLink()
    await take(running, asTaker(profileId, cookie), 1, everything, 1)
    const url = (await reader.shareOwn(cookie)) ?? ''
    expect((await reader.open(url)).status).toBe(200)
    const theirs = newEmail()
    await patch(profileId, { email: theirs, ...names })
    await retake(profileId)
    await strangerAnswers(profileId, theirs, 2)
    expect((await reader.open(url)).status).toBe(404)
  })

  test('created at a confirmed address shows nothing that another person answers in a retake', async () => {
    const me = await somebodyDone()
    const url = (await reader.shareOwn(me.cookie)) ?? ''
    expect((await reader.open(url)).status).toBe(200)
    const theirs = newEmail()
    await patch(me.profileId, { email: theirs })
    await retake(me.profileId)
    await strangerAnswers(me.profileId, theirs, 2)
    expect((await reader.open(url)).status).toBe(404)
  })

  test('created at a mistyped address shows nothing once the account has corrected it', {
    tags: 'long',
  }, async () => {
    const stranger = await somebodyDone()
    const url = (await reader.shareOwn(stranger.cookie)) ?? ''
    const right = newEmail()
    await account.call('PATCH', `/profile/${stranger.profileId}`, { email: right })
    await account.call('POST', `/profile/${stranger.profileId}/retake`)
    await strangerAnswers(stranger.profileId, right, 2)
    expect((await reader.open(url)).status).toBe(404)
  })
})

describe('a session from a share link', () => {
  test('shows nothing that another person answered at an address that is removed afterwards', async () => {
    const { profileId, cookie } = await startedFromShareLink()
    const theirs = newEmail()
    await patch(profileId, { email: theirs })
    await strangerAnswers(profileId, theirs, 1)
    await patch(profileId, { email: null })
    const { results, answers } = await reader.own(cookie)
    expect([results, answered({ answers })]).toEqual([[], []])
    expect((await reader.page('/take/results', cookie)).to).toBe('/take/thanks')
  })
})
