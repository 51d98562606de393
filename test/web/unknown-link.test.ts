import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { languageTags, locales } from '../../src/contract/locale.ts'
import { newAccountSecret } from '../../src/identity/secret.ts'
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
const post = (link: string, name: string) =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ [name]: '' }) })
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
  test('says that it is not whole and what helps, and has no button, because none could', async () => {
    const { link, email } = await invited()
    const before = await sent(email)
    for (const broken of [link.slice(0, -1), link.slice(0, -6), `${link}.`, `${running.url}/t/us.tmb_li`]) {
      const page = await (await fetch(broken)).text()
      expect(page, broken).toContain('This isn’t your whole link')
      expect(page).toContain('Open your message again and press the link there')
      expect(page.slice(page.indexOf('<main'))).not.toContain('<button')
      expect(page).not.toContain('Northwind')
      for (const form of ['again', 'code', 'wrong'])
        expect((await (await post(broken, form)).text()).replace(/ lang="[^"]*"/, ''), form).toContain(
          'your whole link',
        )
    }
    expect(await sent(email)).toBe(before)
  })
})

describe('a link that is unknown', () => {
  const unknown = () => `${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}`

  test('promises no new link, and says whom to ask', async () => {
    const page = await look(unknown())
    expect(page).toMatch(/If your invitation is still there, you can have a new link sent/)
    expect(page).toMatch(/ask the people who invited you/)
    expect(page).not.toContain('Answers you gave before are kept')
    expect(page).not.toContain('Northwind')
    const asked = await ask(unknown())
    expect(asked).toMatch(/^[^.]*If your invitation is still there, a new link/)
    expect(asked).toMatch(/If nothing arrives, open the newest message again/)
  })

  test('says the same as one that was replaced, which sends a new link, and as one whose person was deleted', async () => {
    const { link, email, profileId } = await invited()
    await account.call('POST', `/profile/${profileId}/invite/email`)
    // So soon after an invite, none would be sent again.
    ahead += 2 * 86_400_000
    const before = await sent(email)
    const same = [await look(unknown()), await ask(unknown())]
    expect([await look(link), await ask(link)]).toEqual(same)
    expect(await sent(email)).toBe(before + 1)
    ahead = 0
    await account.call('DELETE', `/profile/${profileId}`)
    expect([await look(link), await ask(link)]).toEqual(same)
    expect(same.join()).not.toMatch(/kept/)
  })

  test.each(locales)('says so in %s', async (locale) => {
    const words = wordsIn(locale)
    const page = await look(unknown(), locale)
    expect(page).toContain(words['link.unknownText'])
    expect(page).not.toContain(words['link.overText'])
    expect(page).not.toContain(words['link.overKept'])
    expect(await ask(unknown(), locale)).toContain(words['link.sentText'])
    expect(await look(`${unknown()}.`, locale)).toContain(words['link.cutText'])
  })
})

describe('a link that has expired', () => {
  test('says surely where the new one goes, before and after it is asked for', async () => {
    const { link, email } = await invited()
    const before = await sent(email)
    ahead = 8 * 86_400_000
    try {
      const covered = `${email[0]}…@t….test`
      expect(await look(link)).toContain(`It goes to ${covered}.`)
      const asked = await ask(link)
      expect(asked).toContain(`A new link is on its way. It can take a few minutes. It goes to ${covered}.`)
      expect(asked).toContain('or ask Northwind')
      expect(asked).not.toContain('If your invitation')
      expect(await sent(email)).toBe(before + 1)
      // It is replaced now, and says no more than any other.
      expect(await ask(link)).toContain('If your invitation is still there')
    } finally {
      ahead = 0
    }
  })
})
