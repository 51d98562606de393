import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { type BehaviorTests, missingBehaviorTests } from '../support/behaviors.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, take } from '../support/taking.ts'
import { cookieOf, followLink, inviteTestPerson, saveAnswers } from './taker-requests.ts'

/**
 * What the person who answers can rely on, numbered as in the description of the pages, and the test that shows it:
 * its file and words of its title. A test that is renamed or lost is missed here.
 */
const shown: BehaviorTests = {
  1: ['looking at a link never spends it', here(), '(1) looking at a link'],
  2: ['a link works many times, on any device', here(), '(2) a link works'],
  3: [
    'an ended link says since when, offers one button, and is like an unknown one',
    'web/pages/server.test.tsx',
    'is the same for an unknown link',
  ],
  4: ['a completed link leads to results or thanks', here(), '(4) the link of somebody who'],
  5: ['the token leaves the address', here(), '(5) the token leaves'],
  6: ['who asks, why, how long, who sees it', 'web/pages/server.test.tsx', 'tells who asks, why'],
  7: ['an example of each kind', 'test/journeys/taking-assessments.test.ts', '(7) an example'],
  8: ['the way out for somebody else', 'test/web/rights.test.ts', '(8) somebody'],
  9: ['logo in a box of fixed size', 'test/web/appearance.test.ts', 'logo in a box whose size'],
  10: ['320 px and twice the text', 'test/journeys/taking-assessments.test.ts', '(10) at 320 px'],
  11: ['one tap answers', 'test/journeys/taking-assessments.test.ts', '(11) one tap'],
  12: ['back keeps, changing overwrites', 'web/pages/flow.test.ts', 'back keeps the answer'],
  13: ['keys, Backspace, no hint without a keyboard', 'web/pages/keys.test.ts', 'Backspace goes back'],
  14: ['no speed loses an answer', 'web/pages/flow.test.ts', 'keys at any speed'],
  15: ['one double tap is one answer', 'web/pages/flow.test.ts', 'one double tap never'],
  16: ['focus on the new question', 'test/journeys/taking-assessments.test.ts', '(16) the heading'],
  17: ['the progress bar has name and value', 'web/pages/taking-pages.test.tsx', 'progress bar with name'],
  18: ['minutes left from the own pace', 'web/pages/pace.test.ts', 'median of the own pace'],
  19: ['a break between two parts', 'web/pages/taking-pages.test.tsx', 'the pause goes on by a link'],
  20: ['heads over columns; the same word moves', 'web/pages/flow.test.ts', 'in the other column moves'],
  21: ['choosing by taps and keys alone', 'test/journeys/taking-by-keys.test.ts', 'reloads in the middle'],
  22: ['large targets', 'test/journeys/taking-assessments.test.ts', '(22) targets are large'],
  23: ['an order of one’s own, the same on reload', 'src/domain/assessment/order.test.ts', 'on every device'],
  24: ['no colors of right and wrong', 'test/journeys/taking-assessments.test.ts', '(24) answers look alike'],
  25: ['another language keeps the place', 'test/journeys/another-language.test.ts', 'half a choice on it'],
  26: ['still there', 'test/journeys/taking-assessments.test.ts', '(26) after five quiet minutes'],
  27: ['saved at once, and said', 'web/pages/answer-outbox.test.ts', 'sends at once'],
  28: ['offline to the end', 'web/pages/answer-outbox.test.ts', 'keeps answers while offline'],
  29: ['repeats change nothing, the last one wins', here(), '(29) answers that come twice'],
  30: ['everything in the first answer', 'web/pages/taking-pages.test.tsx', 'carries the whole item set'],
  31: [
    'the language waits for the network',
    'test/journeys/another-language.test.ts',
    'waits for the network',
  ],
  32: ['goes on elsewhere', 'test/journeys/navigation.test.ts', 'goes on with another device'],
  33: ['one tab at a time', 'test/journeys/navigation.test.ts', 'one tab at a time'],
  34: ['tries again, later and later', 'web/pages/answer-outbox.test.ts', 'waits 0.5 s after'],
  35: ['answers outlive the session', 'web/pages/answer-outbox.test.ts', '401 keeps the answers'],
  36: ['a failure shows no stack', here(), '(36) a failure'],
  37: [
    'the end only when all is acknowledged',
    'web/pages/answer-outbox.test.ts',
    'after the acknowledgement',
  ],
  38: ['without a script', 'test/journeys/navigation.test.ts', 'plain forms where no script'],
  39: [
    'leaving asks only while answers wait',
    'test/journeys/taking-assessments.test.ts',
    '(39) leaving asks',
  ],
  40: ['results at once, or thanks', 'test/journeys/own-results.test.ts', 'is thanked, and sees no scores'],
  41: ['the headline first', 'test/journeys/taking-assessments.test.ts', '(41) the headline'],
  42: ['one or two sheets', 'test/journeys/own-results.test.ts', 'prints on two A4 pages'],
  43: ['download and deletion', 'test/web/rights.test.ts', '(43) asking for deletion'],
  44: ['a link to share, off at first', 'test/web/report-links.test.ts', 'is off until it is made'],
  45: ['another time: when and by whom', 'test/web/rights.test.ts', '(45) say when'],
}

function here(): string {
  return 'test/web/behaviors.test.ts'
}

test('every behaviour from 1 to 45 has a test that shows it', () => {
  expect(Object.keys(shown).map(Number)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
  expect(missingBehaviorTests(shown)).toEqual([])
})

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

  test('(1) looking at a link, however often and on whatever page of it, changes nothing', async () => {
    const { link } = await inviteTestPerson(running, account)
    await tables.expectUnchanged(async () => {
      for (const way of ['', '?wrong=1', '?erasure=1', '?locale=de'])
        expect((await fetch(link + way)).status).toBe(200)
    })
    expect(await (await fetch(link)).text()).toContain('>Start<')
  })

  test('(2) a link works on every device until all is done, and (4) the link of somebody who has finished opens the results', async () => {
    const taker = await openTaker(running, account)
    const cookies = [cookieOf(await followLink(taker.link)), cookieOf(await followLink(taker.link))]
    for (const cookie of cookies) expect((await open('/take', cookie)).status).toBe(200)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    expect(await (await fetch(taker.link)).text()).toContain('Open my results')
    const again = cookieOf(await followLink(taker.link))
    expect((await open('/take', again)).headers.get('location')).toBe('/take/results')
  })

  test('(5) the token leaves the address with the button, and no answer is kept or tells where it was', async () => {
    const { link } = await inviteTestPerson(running, account)
    const answer = await followLink(link)
    expect(answer.headers.get('location')).toBe('/take')
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/)
    for (const one of [answer, await fetch(link), await open('/take', cookieOf(answer))]) {
      expect(one.headers.get('referrer-policy')).toBe('no-referrer')
      expect(one.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('(29) answers that come twice are one, and of two to one item the later number wins', async () => {
    const { cookie, profileId } = await openTaker(running, account)
    const given = (value: number, seq: number) =>
      saveAnswers(running.url, cookie, {
        attempt: 1,
        answers: [{ assessment: 'focus', item: 1, value, seq }],
      })
    for (const [value, seq] of [
      [4, 2],
      [4, 2],
      [1, 1],
    ] as const)
      expect((await given(value, seq)).status).toBe(200)
    const rows = await tables.rows('select value, seq from answer where profile_id = $1', [profileId])
    expect(rows).toEqual([{ value: 4, seq: 2 }])
  })

  test('(36) a failure shows no stack but a reference and one button, and the page works again after it', async () => {
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

  test('an unknown link has the same one button as an ended one, and says nothing of the account', async () => {
    const unknown = await fetch(`${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}?wrong=1`)
    const html = await unknown.text()
    expect(html).toContain('Send me a new link')
    expect(html).not.toContain('Northwind')
  })
})
