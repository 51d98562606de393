import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'
import { type LinkReader, linkReader, writerOf } from './link-reader.ts'
import { cookieOf } from './taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let reader: LinkReader
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
  reader = linkReader(running)
})

async function finished(fields: object = {}): Promise<Taker> {
  const opened = await openTaker(running, account, { firstName: 'Ada', assessmentIds: ['core'], ...fields })
  await take(running, opened, 1, ['core'])
  return opened
}

const expire = ({ profileId }: Pick<Taker, 'profileId'>) =>
  tables.rows(`update invite set expires_at = now() - interval '1 day' where profile_id = $1`, [profileId])

/** A page as a browser without scripts gets it, without what differs from link to link. */
async function post(link: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(link, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers,
  })
  const html = (await answer.text()).replaceAll(/<style>.*?<\/style>/gs, '')
  const attempt = /name="attempt" value="([^"]*)"/.exec(html)?.[1] ?? ''
  const shown = html.replaceAll(/\/t\/[^"]*/g, '').replaceAll(/tmb_attempt_[\w-]+/g, '')
  return {
    status: answer.status,
    attempt,
    shown,
    cookie: cookieOf(answer),
    to: answer.headers.get('location'),
  }
}

const ask = (link: string) => post(link, { code: '' })
const enter = (link: string, attempt: string, code: string) => post(link, { attempt, code })
const codesTo = async (to: string) =>
  (await reader.mail(to)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
/** Lets the next code come at once. */
const forgetTimes = () =>
  tables.rows(`update results_code set created_at = created_at - interval '2 minutes'`)

describe('after a link has ended', () => {
  test('its person gets a code at the address it went to, and sees their results but answers nothing', async () => {
    const ada = await finished()
    await expire(ada)
    const page = await (await fetch(ada.link)).text()
    expect(page).toContain('Send me a code')
    expect(page).toContain(`It goes to ${ada.email[0]}…@t….test.`)
    expect(page).not.toContain(ada.email)
    const { status, attempt } = await ask(ada.link)
    expect(status).toBe(200)
    const [code = ''] = await codesTo(ada.email)
    const opened = await enter(ada.link, attempt, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect([opened.status, opened.to]).toEqual([303, '/take'])
    expect((await reader.page('/take', opened.cookie)).to).toBe('/take/results')
    expect((await reader.page('/take/results', opened.cookie)).status).toBe(200)
    expect((await reader.own(opened.cookie)).results).toHaveLength(1)
    // Used once. The account may open a retake, which this session can't answer.
    expect((await enter(ada.link, attempt, code)).shown).toContain('or it no longer works')
    await account.call('POST', `/profile/${ada.profileId}/retake`)
    const saved = fetch(`${running.url}/take/answers`, {
      method: 'POST',
      headers: { cookie: opened.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ attempt: 2, answers: [{ assessment: 'core', item: 1, seq: 1, value: {} }] }),
    })
    expect((await saved).status).toBeGreaterThanOrEqual(400)
    expect((await reader.page('/take', opened.cookie)).to).toBe('/take/erasure')
    const { entries } = (await account.call('GET', `/audit-log?targetId=${ada.profileId}&limit=5`)).body
    const actions = entries.map(({ action, changes }: { action: string; changes: object }) => [
      action,
      changes,
    ])
    expect(actions).toContainEqual(['request_results_code', { channel: 'email' }])
    expect(actions).toContainEqual(['open_results_by_code', { channel: 'email' }])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${code}|tmb_|${ada.email}`))
  })

  test('five tries, one link, one browser and ten minutes: any other code is refused alike', async () => {
    const [ada, eve] = [await finished(), await finished()]
    for (const one of [ada, eve]) await expire(one)
    const { attempt } = await ask(ada.link)
    const [code = ''] = await codesTo(ada.email)
    const own = await ask(eve.link)
    const refused = await enter(ada.link, attempt, '000000')
    const unknown = `${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}`
    // Someone else's link with the right code, another browser, a link nobody has.
    for (const tried of [
      await enter(eve.link, attempt, code),
      await enter(ada.link, own.attempt, code),
      await enter(unknown, attempt, code),
      await enter(ada.link, attempt, ''),
    ])
      expect([tried.status, tried.shown, tried.cookie]).toEqual([200, refused.shown, ''])
    const wrong = (Number(code) + 1) % 1_000_000
    const tries = Array.from({ length: 8 }, (_, n) => String((wrong + n) % 1_000_000).padStart(6, '0'))
    await Promise.all(tries.map((one) => enter(ada.link, attempt, one)))
    expect((await enter(ada.link, attempt, code)).status).toBe(200)
    const [row] = await tables.rows<{ tries: number }>(
      'select tries from results_code where profile_id = $1',
      [ada.profileId],
    )
    expect(row?.tries).toBe(5)
    await tables.rows(`update results_code set expires_at = now() where profile_id = $1`, [eve.profileId])
    const [late = ''] = await codesTo(eve.email)
    expect((await enter(eve.link, own.attempt, late)).cookie).toBe('')
    // Nothing in the database is the code or tells it.
    const { mailbox_message: _, ...holding } = await tables.holding(code)
    expect(holding).toEqual({})
  })

  test('one page for every link that may not say more, and nothing is sent to people who have not finished', async () => {
    const replaced = await finished()
    await tables.rows(`update invite set superseded_at = now() where profile_id = $1`, [replaced.profileId])
    const unfinished = await openTaker(running, account, { assessmentIds: ['core'] })
    await tables.rows(`update invite set superseded_at = now() where profile_id = $1`, [unfinished.profileId])
    const unknown = `${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}`
    const pages = [await ask(replaced.link), await ask(unfinished.link), await ask(unknown)]
    expect(new Set(pages.map(({ status, shown }) => `${status} ${shown}`)).size).toBe(1)
    expect(pages[0]?.shown).not.toContain('Northwind')
    expect(pages.map(({ attempt }) => attempt.length > 40)).toEqual([true, true, true])
    // The replaced link of someone who has finished leads back as well.
    const [code = ''] = await codesTo(replaced.email)
    expect((await enter(replaced.link, pages[0]?.attempt ?? '', code)).status).toBe(303)
    expect(await codesTo(unfinished.email)).toEqual([])
    const over = async (link: string) => (await (await fetch(link)).text()).replaceAll(/\/t\/[^"]*/g, '')
    expect(await over(replaced.link)).toBe(await over(unknown))
    expect(await over(unknown)).toContain('Finished already?')
  })

  test('people who have not finished are offered a new link the way the old one came', async () => {
    const [to, phone] = [newEmail(), newMobile()]
    const { body } = await account.call('POST', '/profile', { email: to, phone, assessmentIds: ['core'] })
    const profileId = body.profile.id
    const linkSent = async (channel: 'email' | 'sms', address: string) => {
      await account.call('POST', `/profile/${profileId}/invite/${channel}`)
      const [letter] = await reader.mail(address)
      await tables.rows(
        `update invite set expires_at = now() - interval '1 day', created_at = created_at - interval '2 hours'
          where profile_id = $1`,
        [profileId],
      )
      return letter?.links.find((link: string) => link.includes('/t/')) as string
    }
    const byEmail = await (await fetch(await linkSent('email', to))).text()
    expect(byEmail).toContain('Email me a new link')
    expect(byEmail).toContain(`It goes to ${to[0]}…@`)
    const link = await linkSent('sms', phone)
    const bySms = await (await fetch(link)).text()
    expect(bySms).toContain('Text me a new link')
    expect(bySms).not.toContain('Email me')
    expect(bySms).toContain(`It goes to … ${phone.slice(-2)}. Answers you gave before are kept.`)
    await post(link, { again: '1' })
    expect(await reader.mail(phone)).toHaveLength(2)
    expect(await reader.mail(to)).toHaveLength(1)
  })

  test('of one request a minute, three an hour and ten a day the page shows nothing, and a stranger can’t flood', async () => {
    const ada = await finished()
    await expire(ada)
    const first = await ask(ada.link)
    expect((await ask(ada.link)).shown).toBe(first.shown)
    expect(await codesTo(ada.email)).toHaveLength(1)
    for (let n = 0; n < 4; n += 1) {
      await forgetTimes()
      await ask(ada.link)
    }
    expect(await codesTo(ada.email)).toHaveLength(3)
  })

  test('a code asked for before the address changed opens nothing, and the new address sees no earlier results', async () => {
    const victim = await finished()
    await expire(victim)
    const { attempt } = await ask(victim.link)
    const [code = ''] = await codesTo(victim.email)
    const writer = await writerOf(running, account)
    const mine = newEmail()
    expect((await writer('PATCH', `/profile/${victim.profileId}`, { email: mine })).status).toBe(200)
    expect((await enter(victim.link, attempt, code)).cookie).toBe('')
    await forgetTimes()
    await ask(victim.link)
    expect(await codesTo(mine)).toEqual([])
    // The owner of the new mailbox gets a code for the link that was sent there, and sees what that link shows.
    await reader.openAs(writer, victim.profileId, mine)
    const [letter] = await reader.mail(mine)
    const link = letter?.links.find((one: string) => one.includes('/t/'))
    await expire(victim)
    const asked = await ask(link)
    const [own = ''] = await codesTo(mine)
    const opened = await enter(link, asked.attempt, own)
    expect(opened.status).toBe(303)
    expect(await reader.own(opened.cookie)).toMatchObject({
      results: [],
      debriefs: [],
      person: { firstName: null },
    })
    expect((await reader.page('/take/results', opened.cookie)).to).toBe('/take/thanks')
  })

  test('nobody else is led to the results: a revoked link, a deleted person, a form of another site', async () => {
    const ada = await finished()
    await fetch(ada.link, { method: 'POST', body: new URLSearchParams({ wrong: '1' }) })
    await ask(ada.link)
    expect(await codesTo(ada.email)).toEqual([])
    const gone = await finished()
    await expire(gone)
    const { attempt } = await ask(gone.link)
    const [code = ''] = await codesTo(gone.email)
    const foreign = await post(gone.link, { attempt, code }, { 'sec-fetch-site': 'cross-site' })
    expect([foreign.status, foreign.cookie]).toEqual([403, ''])
    await account.call('DELETE', `/profile/${gone.profileId}`)
    expect((await enter(gone.link, attempt, code)).cookie).toBe('')
    expect(await tables.rows('select 1 from results_code where profile_id = $1', [gone.profileId])).toEqual(
      [],
    )
  })

  test('a pause and opting out keep no one from their own results; the account does not see the codes', async () => {
    const house = await running.account({ name: 'House' })
    const ada = await openTaker(running, house, { assessmentIds: ['core'] })
    await take(running, ada, 1, ['core'])
    await expire(ada)
    const stop = (await reader.mail(ada.email))[0]?.links.find((one: string) => one.includes('/unsubscribe/'))
    await fetch(stop, { method: 'POST' })
    await tables.rows('update account set paused = true where id = $1', [house.id])
    const { attempt } = await ask(ada.link)
    const [code = ''] = await codesTo(ada.email)
    expect((await enter(ada.link, attempt, code)).status).toBe(303)
    // It lasts ten minutes, so it waits behind no invites.
    const lanes = await tables.rows(
      "select distinct lane::integer as lane from outbox where kind = 'resultsCode'",
    )
    expect(lanes).toEqual([{ lane: 0 }])
    await tables.rows('update account set paused = false where id = $1', [house.id])
    const { text } = await house.call('GET', '/outgoing-messages')
    expect(text).not.toContain('resultsCode')
  })

  test('a link that came as a text message gets its code the same way', { tags: 'long' }, async () => {
    const phone = newMobile()
    const { body } = await account.call('POST', '/profile', { phone, assessmentIds: ['core'] })
    const cookie = await reader.openAs(account.call, body.profile.id, phone)
    await take(running, { cookie } as Taker, 1, ['core'])
    const [letter] = await reader.mail(phone)
    const link = letter?.links.find((one: string) => one.includes('/t/'))
    await expire({ profileId: body.profile.id })
    expect(await (await fetch(link)).text()).toContain(`It goes to … ${phone.slice(-2)}.`)
    const { attempt } = await ask(link)
    const [code = ''] = await codesTo(phone)
    expect((await enter(link, attempt, code)).status).toBe(303)
  })
})
