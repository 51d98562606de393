import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { shortFirst } from '../support/short-first.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newEmail, newPhone } from '../support/test-rows.ts'
import { answered, type LinkReader, linkReader, writerOf } from './link-reader.ts'
import { cookieOf } from './taker-requests.ts'

let running: TestService
let account: TestAccount
/** The same account with a token that may write and not read. */
let writer: TestAccount['call']
let reader: LinkReader
beforeAll(async () => {
  running = await startTestService()
  account = await running.account({ name: 'Northwind' })
  writer = await writerOf(running, account)
  reader = linkReader(running)
})

const names = { firstName: 'Quillon', lastName: 'Zabriskie' }

/** A person who has completed everything through a link to their own address. */
async function somebodyDone(fields: object = {}): Promise<Taker> {
  const taker = await openTaker(running, account, { ...names, ...fields })
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  return taker
}

describe('after an address change with a token without profiles:read', () => {
  test("the new address can't see earlier results, answers or names, and the old one is notified", async () => {
    const victim = await somebodyDone({ phone: newPhone() })
    const mine = newEmail()
    expect((await writer('PATCH', `/profile/${victim.profileId}`, { email: mine })).status).toBe(200)
    const cookie = await reader.openAs(writer, victim.profileId, mine)
    const { person, results, answers, debriefs } = await reader.own(cookie)
    expect([results, answered({ answers }), debriefs]).toEqual([[], [], []])
    expect(person).toMatchObject({ email: mine, firstName: null, lastName: null, phone: null })
    expect([person.disc, person.focus, person.core].filter(Boolean)).toEqual([])
    expect((await reader.page('/take/results', cookie)).to).toBe('/take/thanks')
    const thanks = await reader.page('/take/thanks', cookie)
    expect(thanks.text).toContain('confirm')
    expect(thanks.text).not.toContain('Quillon')
    const letters = await reader.mail(mine)
    expect(JSON.stringify(letters)).not.toContain('Quillon')
    const [notice] = await reader.mail(victim.email)
    expect(notice.text).toContain('Northwind')
    expect(JSON.stringify(notice)).not.toContain(mine)
  })

  test('everything is shown once someone with profiles:read confirms the address', async () => {
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
    const cookie = await reader.openAs(writer, victim.profileId, fresh)
    expect((await reader.own(cookie)).results).toHaveLength(3)
    expect((await reader.page('/take/results', cookie)).status).toBe(200)
  })

  test('a person in the middle loses no answer, and the new address sees none of them', async () => {
    const victim = await openTaker(running, account, names)
    await take(running, victim, 1, ['disc'])
    const mine = newEmail()
    await writer('PATCH', `/profile/${victim.profileId}`, { email: mine })
    const cookie = await reader.openAs(writer, victim.profileId, mine)
    const taker = { ...victim, cookie }
    const taking = await reader.page('/take', cookie)
    expect([taking.status, taking.text.includes('Quillon')]).toEqual([200, false])
    expect(answered(await reader.own(cookie))).toEqual([])
    // Their own answers are saved and shown to them as to anyone.
    await take(running, taker, 1, ['focus', 'core'], 1)
    const after = await reader.own(cookie)
    expect(answered(after)).toEqual(['core', 'focus'])
    expect(after.results.map((result: Json) => result.assessment).sort()).toEqual(['core', 'focus'])
    expect(after.person.disc).toBeNull()
    const { attempts } = (await account.call('GET', `/profile/${victim.profileId}/export`)).body.data
    expect(attempts[0].answers.disc).toHaveLength(24)
    // Earlier answers are neither overwritten nor repeated.
    const again = await take(running, taker, 1, ['disc'], 1)
    expect(again.completed).toEqual(expect.arrayContaining(['disc']))
    const kept = (await account.call('GET', `/profile/${victim.profileId}/export`)).body.data.attempts
    expect(kept[0].answers.disc).toEqual(attempts[0].answers.disc)
  })

  test('a first address of a person who had none is unconfirmed too', async () => {
    const victim = await somebodyDone()
    await account.call('PATCH', `/profile/${victim.profileId}`, { email: null })
    const phone = newPhone()
    await writer('PATCH', `/profile/${victim.profileId}`, { phone })
    const cookie = await reader.openAs(writer, victim.profileId, phone)
    expect((await reader.own(cookie)).results).toEqual([])
  })
})

describe('an additional address', () => {
  test("that a client added to another person's profile shows nothing that came through their own", async () => {
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
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'send_assessment_invite', arguments: { email: victim.email, phone } },
      }),
    })
    expect(answer.status).toBe(200)
    await running.db.admin(`update invite set created_at = created_at - interval '2 minutes'`)
    const cookie = await reader.openAs(writer, victim.profileId, phone)
    expect((await reader.own(cookie)).results).toEqual([])
    // The previous address keeps working.
    await running.db.admin(`update invite set created_at = created_at - interval '2 minutes'`)
    const theirs = await reader.openAs(writer, victim.profileId, victim.email)
    expect((await reader.own(theirs)).results).toHaveLength(3)
  })

  for (const { cases, options } of shortFirst(['POST /profile', 'POST /profiles/import'])) {
    test.each(cases)(
      "sent with another person's address by %s shows nothing that this person answers later",
      options,
      async (route) => {
        const [email, phone] = [newEmail(), newPhone()]
        const person = { email, phone, ...names }
        const body = route.includes('import') ? { rows: [person] } : person
        const [, path = ''] = route.split(' ')
        const made = await writer('POST', path, body)
        const profileId = made.body.profile?.id ?? made.body.data.results[0].profileId
        const victim = { profileId, email, link: '', cookie: await reader.openAs(writer, profileId, email) }
        await take(running, victim, 1, ['disc', 'focus', 'core'])
        await running.db.admin(`update invite set created_at = created_at - interval '2 minutes'`)
        const cookie = await reader.openAs(writer, profileId, phone)
        expect((await reader.own(cookie)).results).toEqual([])
        expect((await reader.own(victim.cookie)).results).toHaveLength(3)
      },
    )
  }

  test('shows its own results with their debrief, in the same shape as other downloads', async () => {
    const [limited, confirmed] = [newEmail(), newEmail()]
    const downloads = []
    for (const [call, email] of [
      [writer, limited],
      [account.call, confirmed],
    ] as const) {
      const { body } = await call('POST', '/profile', { email, phone: newPhone(), ...names })
      const profileId = body.profile.id
      const taker = { profileId, email, link: '', cookie: await reader.openAs(call, profileId, email) }
      await take(running, taker, 1, ['disc', 'focus', 'core'])
      expect((await account.call('POST', `/playbook/ai/debrief/${profileId}`, {})).status).toBe(201)
      downloads.push((await reader.own(taker.cookie)).debriefs)
    }
    const fields = [
      'content',
      'createdAt',
      'generator',
      'id',
      'locale',
      'resultsHash',
      'sections',
      'updatedAt',
    ]
    expect(downloads.map((debriefs) => debriefs.map((debrief: Json) => Object.keys(debrief).sort()))).toEqual(
      [[fields], [fields]],
    )
  })

  test('a session from a share link shows nothing that is answered through a later address', async () => {
    const { body } = await writer('POST', '/assessment-invite', { customId: newPublicId() })
    const started = await fetch(body.link, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ firstName: 'Mal' }),
    })
    const mine = cookieOf(started)
    const { person } = await reader.own(mine)
    const email = newEmail()
    await writer('PATCH', `/profile/${person.id}`, { email })
    const victim = {
      profileId: person.id,
      email,
      link: '',
      cookie: await reader.openAs(writer, person.id, email),
    }
    await take(running, victim, 1, ['disc', 'focus', 'core'])
    expect((await reader.own(mine)).results).toEqual([])
  })
})
