import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { fewAndMany } from '../support/short-first.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newMobile } from '../support/test-rows.ts'
import { cookieOf, followLink, inviteTestPerson, requestNewLink, saveAnswers } from './taker-requests.ts'

const hour = 3_600_000

let running: TestService
let tables: Tables
let account: TestAccount
let shift = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + shift) })
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})

async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  shift = milliseconds
  return work().finally(() => {
    shift = 0
  })
}

/** A link's page without the link itself. */
async function pageAt(link: string): Promise<string> {
  const answer = await fetch(link)
  return `${answer.status} ${(await answer.text()).replace(/\/t\/[^"]*/g, '')}`
}

describe('the link of a campaign', () => {
  test('says its last day, also after a pause, until that day is over or the campaign ends', async () => {
    const person = await inviteTestPerson(running, account, { assessmentIds: ['disc'] })
    const { profileId, email, link: single } = person
    expect(await pageAt(single)).not.toContain('asks you to finish')
    const deadline = new Date(Date.now() + 5 * 24 * hour).toISOString().slice(0, 10)
    const { body } = await account.call('POST', '/campaign', {
      name: 'Spring',
      deadline,
      note: 'For the away day',
    })
    const campaignId: string = body.campaign.id
    await account.call('POST', '/profiles/invite', { profileIds: [profileId], channel: 'email', campaignId })
    await running.service.drainOutbox()
    const [newest] = await (await fetch(`${running.url}/dev/mailbox.json?to=${email}`)).json()
    const link: string = newest.links.find((one: string) => one.includes('/t/'))
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    const asked = `Northwind asks you to finish by ${day.format(new Date(deadline))}.`
    const page = await pageAt(link)
    expect(page).toContain(asked)
    expect(page).not.toContain('away day')
    const cookie = cookieOf(await followLink(link))
    // The page's script shows it between two parts.
    expect(await (await fetch(`${running.url}/take`, { headers: { cookie } })).text()).toContain(asked)
    await fetch(`${running.url}/take/stop`, { method: 'POST', redirect: 'manual', headers: { cookie } })
    const stopped = await fetch(`${running.url}/take/stopped`, { headers: { cookie } })
    expect(await stopped.text()).toContain(asked)
    // People without a message continue in this browser, until the same day.
    const invites = 'update invite set channel = $2 where profile_id = $1'
    await running.db.admin(invites, [profileId, 'link'])
    const here = cookieOf(await followLink(link))
    const stoppedAt = async (session: string) =>
      (await fetch(`${running.url}/take/stopped`, { headers: { cookie: session } })).text()
    expect((await stoppedAt(here)).split(asked)).toHaveLength(2)
    await running.db.admin(invites, [profileId, 'email'])
    const finishing = cookieOf(await followLink(link))
    const answers = Array.from({ length: 24 }, (_, at) => ({
      ...{ assessment: 'disc', item: at + 1, seq: at + 1, value: { most: 'D', least: 'C' } },
    }))
    await saveAnswers(running.url, finishing, { attempt: 1, answers, finish: ['disc'] })
    await fetch(`${running.url}/take/stop`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: finishing },
    })
    const after = await stoppedAt(finishing)
    expect([after.includes('Northwind'), after.includes('asks you to finish')]).toEqual([true, false])
    expect(await later(6 * 24 * hour + hour, () => pageAt(link))).not.toContain('asks you to finish')
    await account.call('POST', `/campaign/${campaignId}/end`)
    expect(await pageAt(link)).not.toContain('asks you to finish')
  })
})

describe('an invalid link', () => {
  test('shows the same page as an unknown one if a newer link or another address replaced it', async () => {
    const unknown = await pageAt(`${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}`)
    const replaced = await inviteTestPerson(running, account)
    await account.call('POST', `/profile/${replaced.profileId}/invite/email`)
    const moved = await inviteTestPerson(running, account)
    await account.call('PATCH', `/profile/${moved.profileId}`, { email: `${newPublicId()}@test.test` })
    expect(await pageAt(replaced.link)).toBe(unknown)
    expect(await pageAt(moved.link)).toBe(unknown)
    expect(unknown).not.toContain('Northwind')
  })

  test('shows the day on which it expired', async () => {
    const { link } = await inviteTestPerson(running, account)
    const page = await later(8 * 24 * hour, () => pageAt(link))
    expect(page).toContain('It worked until')
  })
})

describe('requesting a new link', () => {
  const invitesOf = async (profileId: string) =>
    (await tables.rows('select id from invite where profile_id = $1', [profileId])).length

  for (const { often, steps, options } of [
    { often: 'every hundred minutes', steps: [12, 100], options: {} },
    { often: 'every two minutes', steps: [2, 15], options: { tags: 'long' } },
  ] as const) {
    test(
      `sends three emails an hour and ten a day at most, also if requested ${often}`,
      options,
      async () => {
        const { link, profileId } = await inviteTestPerson(running, account)
        for (let minutes = 2; minutes < 60; minutes += steps[0])
          await later(minutes * 60_000, () => requestNewLink(link).then(() => undefined))
        expect(await invitesOf(profileId)).toBe(3)
        for (let minutes = 60; minutes < 24 * 60; minutes += steps[1])
          await later(minutes * 60_000, () => requestNewLink(link).then(() => undefined))
        expect(await invitesOf(profileId)).toBe(10)
        await later(25 * hour, () => requestNewLink(link).then(() => undefined))
        expect(await invitesOf(profileId)).toBe(11)
      },
    )
  }

  for (const { rounds, options } of fewAndMany(1, 5)) {
    test(`never fails while the person is deleted, ${rounds} times`, options, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { link, profileId } = await inviteTestPerson(running, account)
        const requests = Array.from({ length: 4 }, () => requestNewLink(link))
        const pressed = Array.from({ length: 4 }, () => followLink(link))
        await Promise.all([account.call('DELETE', `/profile/${profileId}`)])
        for (const answer of await Promise.all([...requests, ...pressed]))
          expect(answer.status).toBeLessThan(400)
        // The audit log keeps the id; nothing else does.
        expect(Object.keys(await tables.holding(profileId))).toEqual(['audit_entry', 'event'])
      }
    })
  }
})

describe('a session from a link', () => {
  const take = async (cookie: string) =>
    (await fetch(`${running.url}/take`, { headers: { cookie }, redirect: 'manual' })).status

  test('ends when the address of the profile changes, because another person may have opened it', async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    expect(await take(cookie)).toBe(200)
    await account.call('PATCH', `/profile/${profileId}`, { firstName: 'Noor' })
    expect(await take(cookie)).toBe(200)
    await account.call('PATCH', `/profile/${profileId}`, { email: `${newPublicId()}@test.test` })
    expect(await take(cookie)).toBe(401)
  })

  test('stays ended when the address is set back, and so does the link', async () => {
    const { profileId, email, link } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    expect(await take(cookie)).toBe(200)
    await account.call('PATCH', `/profile/${profileId}`, { email: `other.${email}` })
    await account.call('PATCH', `/profile/${profileId}`, { email })
    expect(await take(cookie)).toBe(401)
    const again = await followLink(link)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([200, null])
    const { body } = await account.call('GET', `/profile/${profileId}/invites`)
    expect(body.invites).toMatchObject([{ state: 'superseded' }])
  })

  test('stays when only the other address changes', async () => {
    const { profileId, link } = await inviteTestPerson(running, account)
    await account.call('PATCH', `/profile/${profileId}`, { phone: newMobile(), firstName: 'Ada' })
    expect((await followLink(link)).status).toBe(303)
  })

  test('is one of twenty at most, and ended ones are removed', async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const first = cookieOf(await followLink(link))
    let last = ''
    for (let count = 0; count < 20; count += 1) last = cookieOf(await followLink(link))
    expect([await take(first), await take(last)]).toEqual([401, 200])
    const sessions = 'select token_hash from take_session where profile_id = $1'
    expect(await tables.rows(sessions, [profileId])).toHaveLength(20)
    const other = await inviteTestPerson(running, account)
    await later(13 * hour, () => followLink(other.link))
    expect(await tables.rows(sessions, [profileId])).toHaveLength(0)
  })

  for (const { rounds, options } of fewAndMany(1, 8)) {
    test(`opens without undoing a concurrent change, ${rounds} times`, options, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { link, profileId } = await inviteTestPerson(running, account)
        const change = account.call('PATCH', `/profile/${profileId}`, { firstName: 'Changed' })
        await Promise.all([followLink(link), change, followLink(link)])
        const { body } = await account.call('GET', `/profile/${profileId}`)
        expect(body.profile).toMatchObject({ firstName: 'Changed', state: 'active' })
      }
    })
  }
})

describe('a link of a paused account', () => {
  test('starts nothing, and says so; people who have started may finish', async () => {
    const pausing = await running.account({ name: 'Pausing' })
    const begun = await inviteTestPerson(running, pausing)
    const cookie = cookieOf(await followLink(begun.link))
    const first = { assessment: 'focus', item: 1, value: 3, seq: 1 }
    await saveAnswers(running.url, cookie, { attempt: 1, answers: [first] })
    const fresh = await inviteTestPerson(running, pausing)
    await running.db.admin('update account set paused = true where id = $1', [pausing.id])
    const changes = await tables.watch()
    const refused = await followLink(fresh.link)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('set-cookie')).toBeNull()
    expect(await refused.text()).toContain('This is on hold for now')
    expect(await changes()).toEqual([])
    const next = { assessment: 'focus', item: 2, value: 3, seq: 2 }
    expect((await saveAnswers(running.url, cookie, { attempt: 1, answers: [next] })).status).toBe(200)
    expect((await followLink(begun.link)).status).toBe(303)
  })
})
