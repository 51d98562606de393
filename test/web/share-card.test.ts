import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'
import { linkReader, writerOf } from './link-reader.ts'
import { cookieOf, createShareLink, startShared } from './taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
/** Has completed everything; each test that looks at the card makes it again. */
let ada: Taker
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
  ada = await finished(account, ['disc', 'focus', 'core'])
})

const hostile = '<img src=x onerror=alert(1)>{person}'

async function finished(by: TestAccount, assessmentIds: ('disc' | 'focus' | 'core')[] = ['core']) {
  const opened = await openTaker(running, by, { firstName: hostile, lastName: 'Osei', assessmentIds })
  await take(running, opened, 1, assessmentIds)
  return opened
}

/** A page as a browser without scripts gets it, without its style sheet. */
async function read(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers, redirect: 'manual' })
  const html = (await answer.text()).replaceAll(/<style>.*?<\/style>/gs, '')
  return { status: answer.status, headers: answer.headers, html }
}

const own = ({ cookie }: Pick<Taker, 'cookie'>, query = '') =>
  read(`${running.url}/take/results/card${query}`, { cookie })
const post = (path: string, { cookie }: Pick<Taker, 'cookie'>, shows: string[] = [], headers = {}) =>
  fetch(`${running.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...headers },
    body: new URLSearchParams(shows.map((name) => ['show', name])),
  })
const make = (taker: Pick<Taker, 'cookie'>, shows: string[] = []) => post('/take/results/card', taker, shows)
const addressIn = (html: string) => /http:[^<"]*\/card\/tmb_card_[\w-]+/.exec(html)?.[0] ?? ''
async function cardOf(taker: Pick<Taker, 'cookie'>, shows: string[] = []): Promise<string> {
  expect((await make(taker, shows)).status).toBe(303)
  return addressIn((await own(taker)).html)
}
/** Returns a boolean, because a failing page is too long to print. */
const has = (html: string, words: string) => html.includes(words)
const whole = (html: string) => html.replaceAll(/tmb_card_[\w-]+/g, '')

describe('a share card', () => {
  test('shows tone and headline alone unless its person chose more, and never the account', async () => {
    const url = await cardOf(ada)
    const { status, headers, html } = await read(url)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('set-cookie')).toBeNull()
    expect(html).toMatch(/<svg class="tone tone-card /)
    // About the person, to anyone who reads it, with the names of the traits and of what stands out.
    expect(html).toMatch(/<h1 class="share-card-headline">They /)
    expect(html).not.toMatch(/\b(you|your)\b/i)
    const named = (kind: string) =>
      new Set(html.match(new RegExp(`(?<=class="tone-${kind}"[^>]*>)[^<]+`, 'g')))
    expect([...named('trait')]).toEqual([
      'Flexibility',
      'Organization',
      'Communication',
      'Understanding',
      'Stability',
    ])
    expect(named('name').size).toBeGreaterThan(0)
    // Neither scores as a table, nor what was not chosen, nor a script or form but those of the language.
    expect(html.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/src="\/assets\/language-[^"]+\.js"/),
    ])
    expect(html).not.toMatch(
      /<table|="og:|method="post"|share-card-(facts|takeaways)|Northwind|Osei|onerror/i,
    )
    expect(html).toMatch(/<title>A results card · Timbre/)
    expect((await fetch(`${url}/preview.png`)).status).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
    expect(await tables.holding(url.slice(-40))).toEqual({})
  })

  test('shows each part that was chosen, a hostile name as text, and the language that the reader chooses', async () => {
    const url = await cardOf(ada, ['picture', 'values', 'takeaways', 'style', 'name'])
    const { html } = await read(url)
    expect(html).toMatch(/<h1[^>]*>They /)
    for (const words of ['DISC style', 'Takeaways', 'What matters most']) expect(has(html, words)).toBe(true)
    expect(html.match(/<li>/g)).toHaveLength(3)
    expect(has(html, '&lt;img src=x onerror=alert(1)>{person}')).toBe(true)
    expect(html).not.toMatch(/<img|Osei/)
    expect(html).toContain(`<meta property="og:image" content="${url}/preview.png"`)
    const chosen = await read(`${url}?locale=de`, { 'accept-language': 'fr' })
    expect(has(chosen.html, '<html lang="de"')).toBe(true)
    // With the name, no text addresses the person in another language either.
    expect(chosen.html.replace(/<style>.*?<\/style>/gs, '')).not.toMatch(/\b(Sie|Ihnen|Ihre?)\b/)
    expect(chosen.html).toContain('DISC-Stil')
    // The card has the language in which it was made, not that of the reader's browser.
    expect(has((await read(url, { 'accept-language': 'fr' })).html, '<html lang="en"')).toBe(true)
    const picture = await fetch(`${url}/preview.png`)
    expect(picture.headers.get('content-security-policy')).toContain('sandbox')
    expect(picture.headers.get('cache-control')).toBe('no-store')
    const png = sharp(Buffer.from(await picture.arrayBuffer()))
    expect(await png.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    // Drawn, not blank: strokes in more than one color.
    expect((await png.stats()).channels.some(({ stdev }) => stdev > 10)).toBe(true)
  })

  test('exists only after the button: the choice has nothing ticked, and a preview changes nothing', async () => {
    const someone = await finished(account, ['disc', 'core'])
    const blank = await own(someone)
    expect(blank.html.match(/type="checkbox"/g)).toHaveLength(4)
    expect(blank.html).not.toMatch(/ checked/)
    expect(blank.html).toMatch(/id="takeaways-hint"><li>[^<]+\.</)
    const preview = await own(someone, '?show=style&show=%22%3E%3Cscript%3E&preview=1')
    expect(preview.status).toBe(400)
    const shown = await own(someone, '?show=style&preview=1')
    expect(has(shown.html, 'DISC style')).toBe(true)
    expect(has(shown.html, 'Only you see this')).toBe(true)
    expect(addressIn(shown.html)).toBe('')
    expect(await tables.rows('select 1 from share_card where profile_id = $1', [someone.profileId])).toEqual(
      [],
    )
    // Without Focus there is no picture, whatever is posted.
    const url = await cardOf(someone, ['picture', 'style'])
    expect((await read(url)).html).not.toMatch(/="og:|<svg class="tone/)
  })

  test('ends when its person removes it; then its address shows what an unknown one shows', async () => {
    const url = await cardOf(ada, ['picture'])
    const another = await cardOf(ada, ['picture'])
    expect([(await read(url)).status, (await read(another)).status]).toEqual([404, 200])
    expect((await post('/take/results/card/remove', ada)).headers.get('location')).toBe('/take/results/card')
    const unknown = `${running.url}/card/${newAccountSecret('tmb_card_', account.id)}`
    const foreign = `${running.url}/card/${newAccountSecret('tmb_card_', 'f'.repeat(24))}`
    const pages = await Promise.all(
      [url, another, unknown, foreign, `${running.url}/card/other`].map((one) => read(one)),
    )
    expect(
      new Set(pages.map(({ status, html }) => `${status} ${whole(html).replace(/card\/other/g, 'card/')}`))
        .size,
    ).toBe(1)
    expect(pages[0]?.html).not.toContain('Northwind')
    expect(pages[0]?.headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${another}/preview.png`)).status).toBe(404)
    const { entries } = (await account.call('GET', `/audit-log?targetId=${ada.profileId}&limit=2`)).body
    expect(entries[0]).toMatchObject({
      action: 'remove_own_share_card',
      actor: { kind: 'person', id: ada.profileId },
    })
    expect(entries[1]).toMatchObject({ action: 'make_own_share_card', changes: { shows: ['picture'] } })
    expect(JSON.stringify(entries)).not.toContain('tmb_card_')
  })

  test('is the only one of its person, also with simultaneous requests, and of one account', {
    tags: 'long',
  }, async () => {
    await Promise.all(Array.from({ length: 5 }, () => make(ada)))
    const rows = await tables.rows('select 1 from share_card where profile_id = $1', [ada.profileId])
    expect(rows).toHaveLength(1)
    const url = addressIn((await own(ada)).html)
    const other = await running.account()
    // The same random part under another account is another address.
    const bytes = Buffer.from(url.split('tmb_card_')[1] ?? '', 'base64url')
    Buffer.from(other.id, 'hex').copy(bytes)
    expect((await read(`${running.url}/card/tmb_card_${bytes.toString('base64url')}`)).status).toBe(404)
    expect((await read(url)).status).toBe(200)
  })

  test('ends with a retake and with its person', async () => {
    const someone = await finished(account)
    const url = await cardOf(someone)
    expect((await account.call('POST', `/profile/${someone.profileId}/retake`)).status).toBe(200)
    expect((await read(url)).status).toBe(404)
    await take(running, someone, 2, ['core'], 1)
    expect((await read(url)).status).toBe(404)
    const again = await cardOf(someone)
    expect((await read(again)).status).toBe(200)
    expect((await account.call('DELETE', `/profile/${someone.profileId}`)).status).toBe(204)
    expect((await read(again)).status).toBe(404)
    expect(await tables.holding(someone.profileId)).not.toHaveProperty('share_card')
  })

  test('403 if the account forbids cards; earlier ones show nothing until it allows them, and can be removed', async () => {
    const house = await running.account({ name: 'House' })
    const someone = await finished(house)
    const url = await cardOf(someone)
    for (const preference of ['participantSharesCard', 'participantSeesReport']) {
      await house.call('PATCH', '/account/preferences', { [preference]: false })
      expect((await read(url)).status).toBe(404)
      expect((await make(someone)).status).toBe(403)
      await house.call('PATCH', '/account/preferences', { [preference]: null })
      expect((await read(url)).status).toBe(200)
    }
    await house.call('PATCH', '/account/preferences', { participantSharesCard: false })
    const page = await own(someone)
    expect([has(page.html, 'Remove card'), has(page.html, 'type="checkbox"')]).toEqual([true, false])
    await post('/take/results/card/remove', someone)
    expect((await own(someone)).status).toBe(303)
    expect(
      has((await read(`${running.url}/take/results`, { cookie: someone.cookie })).html, 'Share card'),
    ).toBe(false)
  })

  test('401 without a session, 403 from another site, 404 before completion, and nothing is made', async () => {
    const open = await openTaker(running, account, { assessmentIds: ['core'] })
    const count = async () => (await tables.rows('select 1 from share_card')).length
    const before = await count()
    expect((await make({ cookie: '' })).status).toBe(401)
    expect((await post('/take/results/card', ada, [], { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await make(open)).status).toBe(404)
    expect((await make(ada, ['scores'])).status).toBe(400)
    expect(await count()).toBe(before)
  })

  test('the one who got the mailbox by a token without profiles:read sees neither the card nor its address', async () => {
    const victim = await finished(account)
    const url = await cardOf(victim, ['name'])
    const writer = await writerOf(running, account)
    const mine = newEmail()
    expect((await writer('PATCH', `/profile/${victim.profileId}`, { email: mine })).status).toBe(200)
    const cookie = await linkReader(running).openAs(writer, victim.profileId, mine)
    expect((await own({ cookie })).status).toBe(303)
    expect((await make({ cookie })).status).toBe(404)
    // The person could not remove it any more.
    expect((await read(url)).status).toBe(404)
  })

  test('ends with the links of its person, as does their own report link, and not one of the account', async () => {
    const someone = await finished(account)
    const [url, other] = [await cardOf(someone), await linkReader(running).shareOwn(someone.cookie)]
    const made = await account.call('POST', '/report-link', { profileId: someone.profileId })
    await account.call('PATCH', `/profile/${someone.profileId}`, { lastName: 'Other' })
    expect([(await read(url)).status, (await read(other ?? '')).status]).toEqual([200, 200])
    await account.call('PATCH', `/profile/${someone.profileId}`, { email: newEmail() })
    expect([(await read(url)).status, (await read(other ?? '')).status]).toEqual([404, 404])
    expect((await read(made.body.data.url)).status).toBe(200)
    expect(await tables.rows('select 1 from share_card where profile_id = $1', [someone.profileId])).toEqual(
      [],
    )
  })

  test('and their report link can’t be ended by a link that may not show the results', {
    tags: 'long',
  }, async () => {
    const started = await startShared(await createShareLink(account, { assessmentIds: ['core'] }))
    const victim = { cookie: cookieOf(started) } as Taker
    await take(running, victim, 1, ['core'])
    const [url, link] = [await cardOf(victim), (await linkReader(running).shareOwn(victim.cookie)) ?? '']
    const [{ id = '' } = {}] = await tables.rows<{ id: string }>(
      'select profile_id as id from share_card where token_hash = sha256($1::bytea)',
      [Buffer.from(url.split('/card/')[1] ?? '')],
    )
    const writer = await writerOf(running, account)
    const mine = newEmail()
    // No link ends by this: the session of a public link was sent nowhere.
    expect((await writer('PATCH', `/profile/${id}`, { email: mine })).status).toBe(200)
    const cookie = await linkReader(running).openAs(writer, id, mine)
    expect((await post('/take/results/card/remove', { cookie })).status).toBe(404)
    expect((await post('/take/results/link/end', { cookie })).status).toBe(404)
    expect([(await read(url)).status, (await read(link)).status]).toEqual([200, 200])
    expect((await post('/take/results/link/end', victim)).status).toBe(303)
    expect((await read(link)).status).toBe(404)
  })

  test('has no picture any more once its results may not be shown', { tags: 'long' }, async () => {
    const url = await cardOf(ada, ['picture'])
    const picture = async () => (await fetch(`${url}/preview.png`)).status
    expect(await picture()).toBe(200)
    await tables.rows('update share_card set shown_through = $2 where profile_id = $1', [
      ada.profileId,
      newEmail(),
    ])
    expect([(await read(url)).status, await picture()]).toEqual([404, 404])
  })

  test('of someone who cannot come back ends with their session; of others after a year', async () => {
    const started = await startShared(await createShareLink(account, { assessmentIds: ['core'] }))
    const visitor = { cookie: cookieOf(started) } as Taker
    await take(running, visitor, 1, ['core'])
    const url = await cardOf(visitor)
    const daysOf = async (address: string) => {
      const found = await tables.rows<{ days: number }>(
        `select extract(day from expires_at - created_at)::integer as days from share_card
          where token_hash = sha256($1::bytea)`,
        [Buffer.from(address.split('/card/')[1] ?? '')],
      )
      return found[0]?.days
    }
    expect([await daysOf(url), await daysOf(await cardOf(ada))]).toEqual([6, 365])
    await tables.rows('update share_card set expires_at = now()')
    expect((await read(url)).status).toBe(404)
  })

  test('is in the export for the account and in the person’s own download, without its address', async () => {
    const url = await cardOf(ada, ['style'])
    const exported = await account.call('GET', `/profile/${ada.profileId}/export`)
    const download = await read(`${running.url}/take/results.json`, { cookie: ada.cookie })
    for (const text of [exported.text, download.html]) {
      expect(text).toMatch(/"shareCards":\s*\[\s*\{\s*"id":\s*"[0-9a-f]{24}",\s*"shows":\s*\[\s*"style"\s*\]/)
      expect(has(text, url.slice(-40))).toBe(false)
    }
  })
})
