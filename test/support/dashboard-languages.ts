import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Locale, languageTags, locales } from '../../src/contract/locale.ts'
import { createDemoPerson } from '../../src/demo/person.ts'
import type { OAuthFixture } from '../oauth/oauth-fixture.ts'
import { clippedElements } from './clipping.ts'
import { goWithin } from './dashboard.ts'
import { englishOn, pageLanguage } from './languages.ts'
import { axe } from './person.ts'

/** A page of the dashboard in a language. */
export type PageInLanguage = { locale: Locale; path: string; widths: number[]; withAxe: boolean }

export const otherLocales = locales.filter((locale) => locale !== 'en')

/** Fills the account with a person who has results, in a team of one tag, and returns the paths of all pages. */
export async function fillAccount(fixture: OAuthFixture): Promise<string[]> {
  const { account } = fixture
  const tag = (await account.call('POST', '/tag', { label: 'Field', color: 'orange' })).body.tag.id
  const demo = { ...account, owner: fixture.owner.email }
  const story = { kind: 'done' as const, daysAgo: 9 }
  const person = {
    firstName: 'Noor',
    lastName: 'Okafor',
    mailbox: 'noor',
    locale: 'en' as const,
    tags: [],
    story,
  }
  await createDemoPerson(fixture.running.service.parts, demo, person, [tag])
  const noor = (await account.call('GET', '/profiles')).body.profiles[0].id
  const [message] = (await account.call('GET', '/messages')).body.messages
  const team = encodeURIComponent(JSON.stringify([tag]))
  return [
    ...['people', `people/${noor}`, `people/${noor}?tab=facets`, `people/${noor}?tab=answers`],
    ...[`people/${noor}?tab=history`, `people/${noor}?tab=notes`, 'invite', 'campaigns', 'links', 'tags'],
    ...['teams', `teams?tagIds=${team}`, 'compare', 'audit', 'usage', 'study', 'settings'],
    ...['settings/webhooks', 'settings/connections', 'settings/sender', 'events', 'messages', 'welcome'],
    ...(message ? [`messages/${message.id}`] : []),
  ]
}

/**
 * Looks at a page in these widths: its language, nothing in English, nothing cut, and axe if asked. A
 * page in the language of the one before is opened from it, without loading the dashboard again.
 */
export async function lookAt(page: Page, url: string, { locale, path, widths, withAxe }: PageInLanguage) {
  const name = `${path} in ${locale}`
  const address = `/${path}${path.includes('?') ? '&' : '?'}locale=${locale}`
  const isOpen = (await pageLanguage(page)).lang === languageTags[locale]
  await (isOpen ? goWithin(page, address) : page.goto(url + address))
  await page.locator('main h1').waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy=true]'))
  expect.soft((await pageLanguage(page)).lang, name).toBe(languageTags[locale])
  expect.soft(await englishOn(page, locale, files), name).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    await expect.poll(() => clippedElements(page), { message: `${name}, ${width} px` }).toEqual([])
    if (withAxe) expect.soft(await axe(page), `${name}, ${width} px`).toEqual([])
  }
}

/** Messages of the API are shown in English where they contain values. */
const files = readdirSync(join(import.meta.dirname, '../../content/locales/en/dashboard'))
  .map((name) => `dashboard/${name.replace('.json', '')}`)
  .filter((name) => name !== 'dashboard/apiErrors')
