import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newEmail, newPhone } from '../support/test-rows.ts'
import { cookieOf, followLink } from './taker-requests.ts'

let running: TestService
let account: TestAccount
/** The same account with a token that may write and not read. */
let writer: TestAccount['call']
beforeAll(async () => {
  running = await startTestService()
  account = await running.account({ name: 'Northwind' })
  writer = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
})

const names = { firstName: 'Quillon', lastName: 'Zabriskie' }
const mail = async (to: string): Promise<Json[]> => {
  await running.service.drainOutbox()
  return (await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json()
}

/** Invites by email or text message with the token that may not read, and opens the link. */
async function openAs(call: TestAccount['call'], profileId: string, to: string): Promise<string> {
  const channel = to.includes('@') ? 'email' : 'sms'
  const invited = await call('POST', `/profile/${profileId}/invite/${channel}`)
  expect(invited.status, invited.text).toBe(204)
  const [letter] = await mail(to)
  return cookieOf(await followLink(letter?.links.find((one: string) => one.includes('/t/'))))
}

const page = async (path: string, cookie: string) => {
  const answer = await fetch(running.url + path, { headers: { cookie }, redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
}
const own = async (cookie: string): Promise<Json> =>
  JSON.parse((await page('/take/results.json', cookie)).text)

/** The assessments with answers. */
const answered = ({ answers }: Json) =>
  Object.keys(answers)
    .filter((assessment) => answers[assessment].length > 0)
    .sort()

/** A person who has completed everything through a link to their own address. */
async function somebodyDone(fields: object = {}): Promise<Taker> {
  const taker = await openTaker(running, account, { ...names, ...fields })
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  return taker
}

describe('after an address change by a token that may not read', () => {
  test('the new address gets no earlier result, answer or name, and the old one is told', async () => {
    const victim = await somebodyDone({ phone: newPhone() })
    const mine = newEmail()
    expect((await writer('PATCH', `/profile/${victim.profileId}`, { email: mine })).status).toBe(200)
    const cookie = await openAs(writer, victim.profileId, mine)
    const { person, results, answers, debriefs } = await own(cookie)
    expect([results, answered({ answers }), debriefs]).toEqual([[], [], []])
    expect(person).toMatchObject({ email: mine, firstName: null, lastName: null, phone: null })
    expect([person.disc, person.focus, person.core].filter(Boolean)).toEqual([])
    expect((await page('/take/results', cookie)).to).toBe('/take/thanks')
    const thanks = await page('/take/thanks', cookie)
    expect(thanks.text).toContain('confirm')
    expect(thanks.text).not.toContain('Quillon')
    const letters = await mail(mine)
    expect(JSON.stringify(letters)).not.toContain('Quillon')
    const [told] = await mail(victim.email)
    expect(told.text).toContain('Northwind')
    expect(JSON.stringify(told)).not.toContain(mine)
  })

  test('once an address is confirmed by somebody who may read, everything is shown', async () => {
    const victim = await somebodyDone()
    const fresh = newEmail()
    await writer('PATCH', `/profile/${victim.profileId}`, { email: fresh })
    const seen = await account.call('GET', `/profile/${victim.profileId}`)
    expect(seen.body.profile.unconfirmedAddresses).toEqual(['email'])
    const refused = await writer('POST', `/profile/${victim.profileId}/confirm-address`, { email: fresh })
    expect(refused.status).toBe(403)
    const stale = await account.call('POST', `/profile/${victim.profileId}/confirm-address`, {
      email: victim.email,
    })
    expect([stale.status, stale.body.error.code]).toEqual([409, 'address_changed'])
    const confirmed = await account.call('POST', `/profile/${victim.profileId}/confirm-address`, {
      email: fresh,
    })
    expect(confirmed.status, confirmed.text).toBe(200)
    expect(confirmed.body.profile.unconfirmedAddresses).toBeUndefined()
    const cookie = await openAs(writer, victim.profileId, fresh)
    expect((await own(cookie)).results).toHaveLength(3)
    expect((await page('/take/results', cookie)).status).toBe(200)
  })

  test('whoever was in the middle loses no answer, and the new address reads none of them', async () => {
    const victim = await openTaker(running, account, names)
    await take(running, victim, 1, ['disc'])
    const mine = newEmail()
    await writer('PATCH', `/profile/${victim.profileId}`, { email: mine })
    const cookie = await openAs(writer, victim.profileId, mine)
    const taker = { ...victim, cookie }
    const taking = await page('/take', cookie)
    expect([taking.status, taking.text.includes('Quillon')]).toEqual([200, false])
    expect(answered(await own(cookie))).toEqual([])
    // Their own answers are saved and shown to them as to anyone.
    await take(running, taker, 1, ['focus', 'core'], 1)
    const after = await own(cookie)
    expect(answered(after)).toEqual(['core', 'focus'])
    expect(after.results.map((one: Json) => one.assessment).sort()).toEqual(['core', 'focus'])
    expect(after.person.disc).toBeNull()
    const { attempts } = (await account.call('GET', `/profile/${victim.profileId}/export`)).body.data
    expect(attempts[0].answers.disc).toHaveLength(24)
    // Earlier answers are neither overwritten nor repeated.
    const again = await take(running, taker, 1, ['disc'], 1)
    expect(again.completed).toEqual(expect.arrayContaining(['disc']))
    const kept = (await account.call('GET', `/profile/${victim.profileId}/export`)).body.data.attempts
    expect(kept[0].answers.disc).toEqual(attempts[0].answers.disc)
  })

  test('a first address of somebody who had none is not theirs until it is confirmed', async () => {
    const victim = await somebodyDone()
    await account.call('PATCH', `/profile/${victim.profileId}`, { email: null })
    const phone = newPhone()
    await writer('PATCH', `/profile/${victim.profileId}`, { phone })
    const cookie = await openAs(writer, victim.profileId, phone)
    expect((await own(cookie)).results).toEqual([])
  })
})

describe('an address beside another one', () => {
  test('that a tool added to a stranger shows nothing of what came through theirs', async () => {
    const victim = await somebodyDone()
    const phone = newPhone()
    const answer = await fetch(`${running.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await signIn(running.baseUrl, account, 'profiles:write')}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'send_assessment_invite', arguments: { email: victim.email, phone } },
      }),
    })
    expect(answer.status).toBe(200)
    await running.db.admin(`update invite set created_at = created_at - interval '2 minutes'`)
    const cookie = await openAs(writer, victim.profileId, phone)
    expect((await own(cookie)).results).toEqual([])
    // The previous address keeps working.
    await running.db.admin(`update invite set created_at = created_at - interval '2 minutes'`)
    const theirs = await openAs(writer, victim.profileId, victim.email)
    expect((await own(theirs)).results).toHaveLength(3)
  })

  test.each(['POST /profile', 'POST /profiles/import'])(
    'given with a stranger’s by %s shows nothing that the stranger answers later',
    async (route) => {
      const [email, phone] = [newEmail(), newPhone()]
      const person = { email, phone, ...names }
      const body = route.includes('import') ? { rows: [person] } : person
      const [, path = ''] = route.split(' ')
      const made = await writer('POST', path, body)
      const profileId = made.body.profile?.id ?? made.body.data.results[0].profileId
      const victim = { profileId, email, link: '', cookie: await openAs(writer, profileId, email) }
      await take(running, victim, 1, ['disc', 'focus', 'core'])
      await running.db.admin(`update invite set created_at = created_at - interval '2 minutes'`)
      const cookie = await openAs(writer, profileId, phone)
      expect((await own(cookie)).results).toEqual([])
      expect((await own(victim.cookie)).results).toHaveLength(3)
    },
  )

  test('a session from a shared link shows nothing that somebody answers by a later address', async () => {
    const { body } = await writer('POST', '/assessment-invite', { customId: newPublicId() })
    const started = await fetch(body.link, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ firstName: 'Mal' }),
    })
    const mine = cookieOf(started)
    const { person } = await own(mine)
    const email = newEmail()
    await writer('PATCH', `/profile/${person.id}`, { email })
    const victim = { profileId: person.id, email, link: '', cookie: await openAs(writer, person.id, email) }
    await take(running, victim, 1, ['disc', 'focus', 'core'])
    expect((await own(mine)).results).toEqual([])
  })
})
