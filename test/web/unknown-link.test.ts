import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { languageTags, locales } from '../../src/contract/locale.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { inviteTestPerson } from './taker-requests.ts'

let running: TestService
let account: TestAccount
let ahead = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + ahead) })
  account = await running.account({ name: 'Northwind' })
})

const invited = () => inviteTestPerson(running, account, { firstName: 'Ada' })

/** The visible text of the page of a link, which says nothing of the link itself. */
async function textOf(response: Promise<Response>, link: string): Promise<string> {
  const html = await (await response).text()
  return html
    .slice(html.indexOf('<main'))
    .replaceAll(new URL(link).pathname, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
}

const look = (link: string, locale = 'en') =>
  textOf(fetch(link, { headers: { 'accept-language': languageTags[locale as 'en'] } }), link)
const ask = (link: string, locale = 'en') =>
  textOf(
    fetch(link, {
      method: 'POST',
      headers: { 'accept-language': languageTags[locale as 'en'] },
      body: new URLSearchParams({ again: '1' }),
    }),
    link,
  )

/** The words of the pages in one language. */
const wordsIn = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../content/locales/${locale}/site.json`, import.meta.url), 'utf8'))

async function sent(email: string): Promise<number> {
  await running.service.drainOutbox()
  const response = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as unknown[]).length
}

describe('a link that was cut off', () => {
  test('promises no new link: it says what helps if the address is whole, if it was cut off, and whom to ask', async () => {
    const { link, email } = await invited()
    const before = await sent(email)
    const cut = link.slice(0, -6)
    const page = await look(cut)
    expect(page).toMatch(/If this address is whole and your invitation is still there/)
    expect(page).toMatch(/If it was cut off, open the message again/)
    expect(page).toMatch(/ask the people who invited you/)
    expect(page).not.toContain('Answers you gave before are kept')
    expect(page).not.toContain('Northwind')
    const asked = await ask(cut)
    expect(asked).toMatch(
      /^[^.]*If the address of your link was whole and your invitation is still there, a new link/,
    )
    expect(asked).toMatch(/If nothing arrives, open the newest message again/)
    expect(await sent(email)).toBe(before)
  })

  test('says the same as one that was replaced, which sends a new link, and as one whose person was deleted', async () => {
    const { link, email, profileId } = await invited()
    await account.call('POST', `/profile/${profileId}/invite/email`)
    // So soon after an invite, none would be sent again.
    ahead += 2 * 86_400_000
    const before = await sent(email)
    const unknown = [await look(link.slice(0, -6)), await ask(link.slice(0, -6))]
    expect([await look(link), await ask(link)]).toEqual(unknown)
    expect(await sent(email)).toBe(before + 1)
    ahead = 0
    await account.call('DELETE', `/profile/${profileId}`)
    expect([await look(link), await ask(link)]).toEqual(unknown)
    expect(unknown.join()).not.toMatch(/kept/)
  })

  test.each(locales)('says so in %s', async (locale) => {
    const { link } = await invited()
    const words = wordsIn(locale)
    const page = await look(link.slice(0, -6), locale)
    expect(page).toContain(words['link.unknownText'])
    expect(page).not.toContain(words['link.overText'])
    expect(page).not.toContain(words['link.overKept'])
    expect(await ask(link.slice(0, -6), locale)).toContain(words['link.sentText'])
  })
})
