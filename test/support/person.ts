import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import type { TestAccount, TestService } from './service.ts'

/** A person of an account, with the link from their email. */
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

/** Sends the email and reads the link from the mailbox, as the person would. */
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

/** Collects what a page must never do: console errors and requests to other hosts. */
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

/**
 * WCAG 2.2 AA violations that axe finds on the page in its current state, one line each. If the same page without any
 * was checked before at the same size, only its color scheme can have changed, so only colors are checked.
 */
export function axe(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  return violations(page, { type: 'tag', values: tags }, colorRules)
}

/** The violations of these rules only, for parts that are not ours and too large for all of them. */
export function axeRules(page: Pick<Page, 'evaluate'>, rules: string[]): Promise<string[]> {
  return violations(page, { type: 'rule', values: rules })
}

type Rules = { type: 'tag' | 'rule'; values: string[] }

/** The only rules that depend on colors. */
const colorRules: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Runs `rules`, or `again` if the page has passed `rules` in this state but for its color scheme. */
async function violations(
  page: Pick<Page, 'evaluate'>,
  rules: Rules,
  again: Rules = rules,
): Promise<string[]> {
  const isThere = await page.evaluate(async () => {
    // Elements that are fading in do not have their final colors.
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => one)))
    return 'axe' in globalThis
  })
  // Evaluated from outside the page, so that the page's content security policy stays as strict as it is. Once per
  // document.
  if (!isThere) await page.evaluate(axeSource)
  return page.evaluate(
    async ([wanted, rest]) => {
      type Found = { violations: { id: string; nodes: { target: unknown[] }[] }[] }
      type Runner = { run: (options: unknown) => Promise<Found>; passed?: string | undefined }
      const runner = (globalThis as unknown as { axe: Runner }).axe
      // Shadow trees are not in the markup.
      const hasShadow = [...document.querySelectorAll('*')].some((one) => one.shadowRoot)
      const state = JSON.stringify([wanted, innerWidth, innerHeight, document.documentElement.outerHTML])
      const isSame = !hasShadow && runner.passed === state
      // Describing passes would take a fifth more time.
      const found = await runner.run({ runOnly: isSame ? rest : wanted, resultTypes: ['violations'] })
      runner.passed = found.violations.length === 0 ? state : undefined
      return found.violations.map(
        (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
      )
    },
    [rules, again] as const,
  )
}

/** Notes all layout shifts from now on; read them with `layoutShifts`. */
export async function measureShift(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: string[] = []
    ;(globalThis as unknown as { shifts: string[] }).shifts = shifts
    const describeNode = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element
        ? `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.slice(0, 30)}”`
        : 'gone'
    }
    const placeOf = ({ x, y, width, height }: DOMRect) => `${x},${y} (${width} × ${height})`
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
        if (sources.length === 0) shifts.push(`something that is gone, by ${value}`)
        for (const { node, previousRect, currentRect } of sources)
          shifts.push(`${describeNode(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** An entry of the Layout Instability API. */
type Shift = { value: number; sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] }

/** Disables the page's cache, so that every load is like the first. */
export async function loadAnew(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/** Turns the network off or on and waits until the page notices; the emulation takes effect a little later. */
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

/** What has moved by itself since the page was loaded, and from where to where. */
export async function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
}

export async function start(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.keyboard.press('Tab')
  await page.locator('form[method=post] button').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/take')
}

/** Chooses most and least by key and continues. */
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

/** The kinds of dialogs that the page opens, as they come; each is dismissed. */
export function dialogsOf(page: Page): readonly string[] {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  return dialogs
}
