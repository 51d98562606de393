import type { Frame, Page } from 'playwright-core'
import { build } from 'vite'
import type { CardHost } from './card-host.ts'

export type CardPage = {
  page: Page
  /** The card's frame inside the host. */
  card: Frame
  /** Console errors, requests to other addresses, dialogs, and what the host's library refused. */
  faults: () => Promise<string[]>
  /** Runs a function in the host's page. */
  ask: <T, A>(work: (host: CardHost, value: A) => T | Promise<T>, given?: A) => Promise<T>
  /** Sends the tool's result to the card. */
  result: (structuredContent: unknown) => Promise<void>
}

/** The policy under which hosts show a card that asks for no domain (SEP-1865, section on security). */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
const [hostAddress, cardAddress] = ['http://host.test/', 'http://card.test/summary.html']

/**
 * Opens a host with the card, replacing the current page. Nothing leaves the machine: every request is answered here or
 * recorded as a fault.
 */
export async function openCard(
  page: Page,
  html: string,
  surroundings: Parameters<CardHost['open']>[1] = {},
): Promise<CardPage> {
  const script = await bundledHost()
  const faults: string[] = []
  for (const kind of ['console', 'pageerror', 'dialog'] as const) page.removeAllListeners(kind)
  await page.unrouteAll()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.route('**/*', (route) => {
    const address = route.request().url()
    const contentType = 'text/html; charset=utf-8'
    if (address === hostAddress)
      return route.fulfill({
        contentType,
        body: `<!doctype html><html lang="en"><title>Host</title><body style="margin:0"><script>${script}</script>`,
      })
    if (address === cardAddress)
      return route.fulfill({ contentType, body: html, headers: { 'content-security-policy': policy } })
    if (!address.endsWith('/favicon.ico')) faults.push(`request: ${address}`)
    return route.abort()
  })
  await page.goto(hostAddress)
  const ask: CardPage['ask'] = (work, input) =>
    page.evaluate(
      ([text, value]) =>
        new Function('host', 'given', `return (${text})(host, given)`)(
          Reflect.get(globalThis, 'host'),
          value,
        ),
      [String(work), input] as const,
    )
  await ask((host, [address, context]) => host.open(address, context), [cardAddress, surroundings] as const)
  const card = page.frames().find((frame) => frame.url() === cardAddress)
  if (!card) throw new Error('The card was not opened.')
  return {
    page,
    card,
    ask,
    faults: async () => [...faults, ...(await ask((host) => host.faults))],
    result: async (structuredContent) => {
      const seen = await card.evaluate(() => document.querySelector('main')?.innerHTML)
      const content = [{ type: 'text', text: JSON.stringify(structuredContent) }]
      await ask((host, result) => host.bridge.sendToolResult(result as never), { content, structuredContent })
      await card.waitForFunction((before) => document.querySelector('main')?.innerHTML !== before, seen)
      // Wait until the host has resized the frame.
      await card.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight)
    },
  }
}

let bundled: Promise<string> | undefined

function bundledHost(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: `${import.meta.dirname}/../..`,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'test/support/card-host.ts', formats: ['iife'], name: 'cardHost' },
    },
  })
  const [{ output } = { output: [] }] = Array.isArray(built) ? built : []
  const script = output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))[0]
  if (!script) throw new Error('The host was not bundled.')
  return script.replaceAll('</script', '<\\/script')
}
