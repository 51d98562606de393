import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import type { TestAccount, TestService } from './service.ts'

/** A person of an account, with the link that their letter brought. */
export type Invited = { profileId: string; email: string; link: string }

export async function invite(
  running: TestService,
  account: TestAccount,
  fields: Record<string, unknown> = {},
): Promise<Invited> {
  const email = String(fields.email ?? `person-${Math.random().toString(36).slice(2)}@example.com`)
  const created = await account.call('POST', '/profile', {
    firstName: 'Noor',
    lastName: 'Okafor',
    email,
    ...fields,
  })
  const profileId = String(created.body.profile.id)
  return { profileId, email, link: await sendLink(running, account, profileId, email) }
}

/** Sends the letter and reads the link out of the mailbox, as the person would. */
async function sendLink(
  running: TestService,
  account: TestAccount,
  profileId: string,
  email: string,
): Promise<string> {
  await account.call('POST', `/profile/${profileId}/invite/email`)
  await running.service.drainOutbox()
  const box = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  const [message] = (await box.json()) as { links: string[] }[]
  const link = message?.links[0]
  if (!link) throw new Error('No letter has come.')
  return link
}

/** What a page must never do: an error on the console, or a request to another host. */
export function watch(page: Page, url: string): { faults: string[] } {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      faults.push(`foreign: ${request.url()}`)
  })
  return { faults }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of WCAG 2.2 AA that axe finds on the page as it stands, one line each. */
export function axe(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  return violations(page, { type: 'tag', values: tags })
}

/**
 * What the colours of the page violate, for one that `axe` has seen in the other light at the same size: the rules that
 * read colours are these two, and all others find the same in either light.
 */
export function axeInOtherLight(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  return violations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })
}

async function violations(
  page: Pick<Page, 'evaluate'>,
  runOnly: { type: 'tag' | 'rule'; values: string[] },
): Promise<string[]> {
  const isThere = await page.evaluate(async () => {
    // What is still fading in has not its own colours yet.
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => one)))
    return 'axe' in globalThis
  })
  // Evaluated from outside the page, so that the page's own policy stays as strict as it is; once for a document.
  if (!isThere) await page.evaluate(axeSource)
  return page.evaluate(async (only) => {
    type Found = { violations: { id: string; nodes: { target: unknown[] }[] }[] }
    const runner = (globalThis as unknown as { axe: { run: (options: unknown) => Promise<Found> } }).axe
    // What passes is not described one by one, which takes a fifth of the time.
    const found = await runner.run({ runOnly: only, resultTypes: ['violations'] })
    return found.violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
  }, runOnly)
}

/** Adds up every layout shift from now on; read it with `layoutShift`. */
export async function measureShift(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const holder = globalThis as unknown as { shift: number }
    holder.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) holder.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Every load of this page from now on is like the first: nothing comes out of a cache. */
export async function loadAnew(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/** Takes the network away, or gives it back, and waits until the page notices: the emulation comes a little later. */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  await page.context().setOffline(offline)
  await page.waitForFunction(
    (expected) =>
      fetch('/healthz', { cache: 'no-store' }).then(
        () => !expected,
        () => expected,
      ),
    offline,
  )
}

export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
}

export async function start(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.keyboard.press('Tab')
  await page.locator('form[method=post] button').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/take')
}

/** Chooses most and least by key and goes on. */
export async function choosePair(page: Page, most: number, least: number): Promise<void> {
  await page.keyboard.press(String(most))
  await page.keyboard.press(String(least))
  await page.keyboard.press('Enter')
}

/** The two digits for screen `n`, always different. */
export function pairFor(n: number): [number, number] {
  const most = 1 + (n % 4)
  return [most, 1 + ((most + (n % 3)) % 4)]
}

/** The kinds of dialogs that the page will have asked with; each is dismissed. */
export function dialogsOf(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  return asked
}
