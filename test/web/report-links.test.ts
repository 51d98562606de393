import { beforeAll, describe, expect, test } from 'vitest'
import { drawCompletedPeople, insertCompletedPeople } from '../support/completed-people.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let taker: Taker
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
  taker = await finished(account)
})

async function finished(by: TestAccount): Promise<Taker> {
  const fields = { firstName: 'Ada', lastName: 'Osei', assessmentIds: ['core'] }
  const opened = await openTaker(running, by, fields)
  await take(running, opened, 1, ['core'])
  return opened
}

/** A page as a browser without scripts gets it. */
async function read(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const results = (by = taker) => read(`${running.url}/take/results`, { cookie: by.cookie })
const post = (path: string, { cookie }: Taker, headers: Record<string, string> = {}) =>
  fetch(`${running.url}${path}`, { method: 'POST', redirect: 'manual', headers: { cookie, ...headers } })
const linkFor = async (body: object): Promise<string> =>
  (await account.call('POST', '/report-link', body)).body.data.url
/** Returns a boolean, because a failing page is too long to print. */
const has = (html: string, words: string) => html.includes(words)
const linkIn = (html: string) => /http:[^<"]*\/r\/tmb_report_[\w-]+/.exec(html)?.[0] ?? ''

describe('the report behind a link', () => {
  test('200 is not cached or indexed, sends no referrer, and loads nothing else', async () => {
    const url = await linkFor({ profileId: taker.profileId })
    const { status, headers, html } = await read(url)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('set-cookie')).toBeNull()
    expect(has(html, 'Ada Osei')).toBe(true)
    expect(html).not.toMatch(/<form[^>]*post/i)
    expect(has(html, 'Written for Ada Osei')).toBe(true)
    expect(has(html, 'choose Print in the menu')).toBe(true)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  })

  test('starts in the language of the link, and switches to the one that the reader chooses', async () => {
    const url = await linkFor({ profileId: taker.profileId, locale: 'fr' })
    expect(has((await read(url)).html, '<html lang="fr"')).toBe(true)
    expect(has((await read(url, { cookie: 'language=nl' })).html, '<html lang="nl"')).toBe(true)
    const chosen = await read(`${url}?locale=jp`)
    expect(has(chosen.html, '<html lang="ja"')).toBe(true)
    expect(chosen.headers.get('set-cookie')).toContain('language=jp')
    const own = await linkFor({ profileId: taker.profileId })
    expect(has((await read(own, { 'accept-language': 'ko' })).html, '<html lang="ko"')).toBe(true)
  })

  test('includes the debrief stored in its language, and none in another', async () => {
    const someone = await finished(account)
    const url = await linkFor({ profileId: someone.profileId, locale: 'en' })
    expect(has((await read(url)).html, 'part-written')).toBe(false)
    await account.call('POST', `/playbook/ai/debrief/${someone.profileId}`, { locale: 'en' })
    const { html } = await read(url)
    expect(has(html, 'What this cannot say')).toBe(true)
    expect(has(html, 'Page 2 of 2')).toBe(true)
    expect(has((await read(`${url}?locale=de`)).html, 'part-written')).toBe(false)
  })

  test('404 shows one page for links that are wrong, malformed, unknown or ended', async () => {
    const { id, url } = (await account.call('POST', '/report-link', { profileId: taker.profileId })).body.data
    await account.call('DELETE', `/report-link/${id}`)
    const changed = `${url.slice(0, -4)}${url.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    const nobodys = `${running.url}/r/tmb_report_${'A'.repeat(59)}`
    const pages = await Promise.all(
      [url, changed, nobodys, `${running.url}/r/other`, url.replace('report', 'link')].map((one) =>
        read(one),
      ),
    )
    const seen = pages.map(({ status, html }) => `${status} ${html.replace(/\/r\/[\w-]+/g, '')}`)
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toMatch(/^404 .*ask them for a new one/s)
    expect(seen[0]).not.toContain('Northwind')
  })
})

describe('the report of a team behind a link', () => {
  test('200 has a page about working together, unless answers in a second are all there are', async () => {
    const reliable = drawCompletedPeople(2)
    await insertCompletedPeople(running.db, account.id, reliable)
    const htmlOf = async (profileIds: string[]) =>
      (await read(await linkFor({ profileIds, locale: 'en' }))).html
    const html = await htmlOf(reliable.map(({ id }) => id))
    expect(has(html, 'Working together')).toBe(true)
    const fast = [await finished(account), await finished(account)]
    const ofFast = await htmlOf(fast.map(({ profileId }) => profileId))
    expect(has(ofFast, 'Working together')).toBe(false)
  })

  test('200 for people by tag includes everyone who has the tag now, and 404 once no one is left', async () => {
    const [one, other] = [await finished(account), await finished(account)]
    const tag = (await account.call('POST', '/tag', { label: 'Design <b>', color: 'blue' })).body.tag.id
    const put = (profileIds: string[]) => account.call('PUT', `/tag/${tag}/profiles`, { profileIds })
    await put([one.profileId])
    const url = await linkFor({ tagIds: [tag], locale: 'en' })
    const first = await read(url)
    expect(first.status).toBe(200)
    expect(has(first.html, 'Design &lt;b>')).toBe(true)
    expect(has(first.html, '1 of 1 with results')).toBe(true)
    await put([one.profileId, other.profileId])
    const both = await read(`${url}?locale=de`)
    expect(has(both.html, '<html lang="de"')).toBe(true)
    expect(has(both.html, '2 von 2 mit Ergebnissen')).toBe(true)
    expect(has(both.html, 'Seite 2 von 2')).toBe(true)
    await put([])
    expect((await read(url)).status).toBe(404)
    await account.call('DELETE', `/tag/${tag}`)
    expect((await read(url)).status).toBe(404)
  })
})

describe('a person’s own link', () => {
  test('ends with a retake, and the person can create another one when they have completed it', async () => {
    const someone = await finished(account)
    const url = linkIn(await (await post('/take/results/link', someone)).text())
    expect((await account.call('POST', `/profile/${someone.profileId}/retake`)).status).toBe(200)
    const listed = await account.call('GET', `/report-links?profileId=${someone.profileId}`)
    expect(listed.body.reportLinks).toEqual([])
    const { entries } = (await account.call('GET', `/audit-log?targetId=${someone.profileId}`)).body
    expect(entries[0]).toMatchObject({
      action: 'delete_report_link',
      actor: { kind: 'client' },
      changes: { reportLinkId: expect.any(String) },
    })
    await take(running, someone, 2, ['core'], 1)
    expect((await read(url)).status).toBe(404)
    expect(has((await results(someone)).html, 'Create a link that lets anyone who has it view')).toBe(true)
    const another = linkIn(await (await post('/take/results/link', someone)).text())
    expect((await read(another)).status).toBe(200)
  })

  test("doesn't exist until it is created, is shown once, and ends when the person revokes it", async () => {
    const before = (await results()).html
    expect(has(before, 'Create a link that lets anyone who has it view')).toBe(true)
    const made = await post('/take/results/link', taker)
    expect(made.status).toBe(200)
    const url = linkIn(await made.text())
    expect(await tables.holding(url.slice(-40))).toEqual({})
    const shown = await read(url)
    expect([shown.status, shown.html.includes('Ada Osei')]).toEqual([200, true])
    const after = (await results()).html
    expect(has(after, 'Your share link works until')).toBe(true)
    expect(linkIn(after)).toBe('')
    const download = JSON.parse(
      (await read(`${running.url}/take/results.json`, { cookie: taker.cookie })).html,
    )
    expect(
      download.reportLinks.filter((reportLink: { madeBy: string }) => reportLink.madeBy === 'person'),
    ).toHaveLength(1)
    const [listed] = (await account.call('GET', `/report-links?profileId=${taker.profileId}`)).body
      .reportLinks
    expect(listed).toMatchObject({ madeBy: 'person', kind: 'person' })
    expect(Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)).toBe(30 * 86_400_000)
    const ended = await post('/take/results/link/end', taker)
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/take/results'])
    expect((await read(url)).status).toBe(404)
    expect(has((await results()).html, 'Create a link that lets anyone who has it view')).toBe(true)
    const { entries } = (await account.call('GET', `/audit-log?targetId=${taker.profileId}`)).body
    const own = entries.filter(({ action }: { action: string }) => action.endsWith('_own_report_link'))
    expect(own.map(({ action, actor }: { action: string; actor: object }) => [action, actor])).toEqual(
      ['end_own_report_link', 'make_own_report_link'].map((action) => [
        action,
        { kind: 'person', id: taker.profileId, clientId: null },
      ]),
    )
  })

  test('is the only one: a new one replaces the previous one, also with simultaneous requests', async () => {
    const someone = await finished(account)
    const made = await Promise.all(
      Array.from({ length: 6 }, async () => linkIn(await (await post('/take/results/link', someone)).text())),
    )
    const answers = await Promise.all(made.map((url) => read(url)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  })

  test('has no debrief, even if one is stored', { tags: 'long' }, async () => {
    const someone = await finished(account)
    await account.call('POST', `/playbook/ai/debrief/${someone.profileId}`, { locale: 'en' })
    const url = linkIn(await (await post('/take/results/link', someone)).text())
    expect(has((await read(url)).html, 'What this cannot say')).toBe(false)
  })

  test('403 if the account shares results itself, and an earlier link then shows nothing', async () => {
    const house = await running.account({ name: 'House' })
    const someone = await finished(house)
    const url = linkIn(await (await post('/take/results/link', someone)).text())
    expect((await read(url)).status).toBe(200)
    await house.call('PATCH', '/account/preferences', { participantSeesReport: false })
    expect((await read(url)).status).toBe(404)
    expect((await post('/take/results/link', someone)).status).toBe(403)
  })

  test('401 without a session, 403 for a form of another site, and nothing is created', async () => {
    const count = async () => (await tables.rows('select 1 from report_link')).length
    const before = await count()
    expect((await post('/take/results/link', { ...taker, cookie: '' })).status).toBe(401)
    expect((await post('/take/results/link', taker, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await count()).toBe(before)
  })
})
