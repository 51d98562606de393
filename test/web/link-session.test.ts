import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { answersTo, openTaker, take } from '../support/taking.ts'
import { cookieOf, followLink, inviteTestPerson, saveAnswers } from './taker-requests.ts'

describe('a person’s link and session', () => {
  let running: TestService
  let tables: Tables
  let account: TestAccount
  beforeAll(async () => {
    running = await startTestService({ LOG_LEVEL: 'silent' })
    tables = await openTables(running.db)
    account = await running.account({ name: 'Northwind' })
  })
  const open = (path: string, cookie = '') =>
    fetch(running.url + path, { headers: { cookie }, redirect: 'manual' })

  test('opening a link changes nothing, however often and on any of its pages', async () => {
    const { link } = await inviteTestPerson(running, account)
    await tables.expectUnchanged(async () => {
      for (const way of ['', '?wrong=1', '?erasure=1', '?locale=de'])
        expect((await fetch(link + way)).status).toBe(200)
    })
    expect(await (await fetch(link)).text()).toContain('>Start<')
  })

  test('a link works on every device until all is completed, and then opens the results', async () => {
    const taker = await openTaker(running, account)
    const cookies = [cookieOf(await followLink(taker.link)), cookieOf(await followLink(taker.link))]
    for (const cookie of cookies) expect((await open('/take', cookie)).status).toBe(200)
    await take(running, taker, 1, ['disc'])
    const answers = answersTo('focus').slice(0, 87)
    await saveAnswers(running.url, taker.cookie, { attempt: 1, answers })
    const back = await (await fetch(taker.link)).text()
    expect(back).toContain('Focus: 33 of 120 left')
    for (const page of [back, await (await open('/take', taker.cookie)).text()])
      expect(page).toContain('About 8 min left')
    await take(running, taker, 1, ['focus', 'core'])
    expect(await (await fetch(taker.link)).text()).toContain('Open my results')
    const again = cookieOf(await followLink(taker.link))
    expect((await open('/take', again)).headers.get('location')).toBe('/take/results')
  })

  test('stopping ends the session, with a way back from its page, which names company and last day', async () => {
    const { cookie } = await openTaker(running, account)
    const post = (path: string, fields = {}) =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { cookie },
        redirect: 'manual',
        body: new URLSearchParams(fields),
      })
    const stopped = await post('/take/stop')
    expect(stopped.headers.get('location')).toBe('/take/stopped')
    expect((await open('/take', cookie)).status).toBe(401)
    const page = await (await open('/take/stopped', cookie)).text()
    expect(page).toMatch(/<header class="head">.*Northwind.*<\/header>/)
    expect(page).toMatch(/The link works on any device until \d+ \w+\./)
    expect(page).toContain('>Continue now<')
    expect((await post('/take/continue')).headers.get('location')).toBe('/take')
    expect((await open('/take', cookie)).status).toBe(200)
    // Later only the link leads back, and so it does at once if the person closes it in this browser.
    await post('/take/stop')
    await running.db.admin(
      "update take_session set expires_at = expires_at - interval '16 minutes' where expires_at <= now()",
    )
    const later = await (await open('/take/stopped', cookie)).text()
    expect(later).toContain('Open the link in your email or text message to continue.')
    expect(later).not.toContain('Continue now')
    await post('/take/continue')
    expect((await open('/take', cookie)).status).toBe(401)
  })

  test('someone who closes it in this browser after stopping cannot continue there', async () => {
    const { cookie } = await openTaker(running, account)
    const post = (path: string, fields = {}) =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { cookie },
        redirect: 'manual',
        body: new URLSearchParams(fields),
      })
    await post('/take/stop')
    const closed = await post('/take/stop', { leave: '1' })
    expect(closed.headers.get('location')).toBe('/take/stopped')
    expect(closed.headers.get('set-cookie')).toContain('Max-Age=0')
    await post('/take/continue')
    expect((await open('/take', cookie)).status).toBe(401)
  })

  test('the button removes the token from the address, and no response is cached or sends a referrer', async () => {
    const { link } = await inviteTestPerson(running, account)
    const answer = await followLink(link)
    expect(answer.headers.get('location')).toBe('/take')
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/)
    for (const one of [answer, await fetch(link), await open('/take', cookieOf(answer))]) {
      expect(one.headers.get('referrer-policy')).toBe('no-referrer')
      expect(one.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('a repeated answer is stored once, and of two answers to one item the higher number wins', async () => {
    const { cookie, profileId } = await openTaker(running, account)
    const answer = (value: number, seq: number) =>
      saveAnswers(running.url, cookie, {
        attempt: 1,
        answers: [{ assessment: 'focus', item: 1, value, seq }],
      })
    for (const [value, seq] of [
      [4, 2],
      [4, 2],
      [1, 1],
    ] as const)
      expect((await answer(value, seq)).status).toBe(200)
    const rows = await tables.rows('select value, seq from answer where profile_id = $1', [profileId])
    expect(rows).toEqual([{ value: 4, seq: 2 }])
  })

  test('an error page shows no stack but a request id and one button, and the page works again afterwards', async () => {
    const { link } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    await running.db.admin('alter table sitting rename to sitting_away')
    const answer = await open('/take', cookie)
    await running.db.admin('alter table sitting_away rename to sitting')
    expect(answer.status).toBe(500)
    const html = await answer.text()
    expect(html).toContain(String(answer.headers.get('x-request-id')))
    expect(html).toMatch(/<a class="button[^"]*" href="\/take">Try again<\/a>/)
    expect(html.slice(html.indexOf('<main'))).not.toMatch(/sitting|select|at \w+ \(|\.ts:/)
    expect((await open('/take', cookie)).status).toBe(200)
  })

  test('an unknown link offers a new one and does not say how it would come, and nothing about the account', async () => {
    const unknown = await fetch(`${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}?wrong=1`)
    const html = await unknown.text()
    expect(html).toContain('Send me a new link')
    expect(html).not.toContain('Northwind')
  })
})
