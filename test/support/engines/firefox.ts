import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EngineWindow, firstFile, keyActions, pressActions } from './engine.ts'

export const firefoxPath = firstFile(['/usr/bin/firefox-esr', '/usr/bin/firefox'])

/**
 * A headless Firefox with an empty profile, driven through WebDriver BiDi. Firefox itself speaks nothing else: the
 * older protocol needs geckodriver, which Debian does not package.
 */
export async function openFirefox(): Promise<EngineWindow> {
  if (!firefoxPath) throw new Error('There is no Firefox')
  const profile = mkdtempSync(join(tmpdir(), 'timbre-firefox-'))
  writeFileSync(join(profile, 'user.js'), settings)
  const child = spawn(
    firefoxPath,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    const server = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.once('exit', () => reject(new Error(`Firefox has ended: ${said}`)))
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
        if (address) resolve(address)
      })
    })
    return await startSession(`${server}/session`, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function startSession(address: string, close: () => Promise<void>): Promise<EngineWindow> {
  const { send, on } = await connect(address)
  // As a person would who leaves a page.
  const capabilities = { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } }
  const session = await send('session.new', { capabilities })
  const { browserName, browserVersion } = session.capabilities as Record<string, string>
  const faults: string[] = []
  on('log.entryAdded', ({ level, text }) => {
    // A font that was still loading when the page was left.
    if (level === 'error' && !String(text).includes('status=2152398850')) faults.push(String(text))
  })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  // The window of the start never has the keyboard, and its pages know.
  const { context } = await send('browsingContext.create', { type: 'window' })
  const act = (actions: object[]) => send('input.performActions', { context, actions })
  const run: EngineWindow['run'] = async (task, ...words) => {
    const { type, result, exceptionDetails } = await send('script.callFunction', {
      functionDeclaration: `async (words) => JSON.stringify(await (${task})(...JSON.parse(words)))`,
      arguments: [{ type: 'string', value: JSON.stringify(words) }],
      awaitPromise: true,
      target: { context },
    })
    if (type !== 'success') throw new Error((exceptionDetails as { text: string }).text)
    const { value } = result as { value?: string }
    return value === undefined ? undefined : JSON.parse(value)
  }
  return {
    version: `${browserName === 'firefox' ? 'Firefox' : browserName} ${browserVersion}`,
    async open(url) {
      await send('browsingContext.activate', { context })
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    address: () => run(() => location.href),
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' })
    },
    run,
    async press(x, y) {
      await act(pressActions(x, y))
    },
    async keys(pressed, held) {
      await act(keyActions(pressed, held))
    },
    async picture() {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    faults: () => faults,
    close,
  }
}

type Fields = Record<string, unknown>

/** Sends commands over one socket and matches their answers by number. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`${address} can't be reached`)))
  })
  const waiting = new Map<number, { resolve: (result: Fields) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, (event: Fields) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(String(data))
    if (id === undefined || id === null) return listeners.get(method)?.(params)
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(`${error}: ${message}`))
    else asked?.resolve(result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'))
  })
  return {
    on: (event: string, listener: (event: Fields) => void) => listeners.set(event, listener),
    send(method: string, params: object): Promise<Fields> {
      last += 1
      const id = last
      const answer = new Promise<Fields>((resolve, reject) => waiting.set(id, { resolve, reject }))
      socket.send(JSON.stringify({ id, method, params }))
      return answer
    },
  }
}

/** No requests of its own, no first-run pages, no saved passwords, links in the same window. */
const settings = Object.entries({
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processCount': 1,
  'extensions.getAddons.cache.enabled': false,
  // Windows count as active without a screen.
  'focusmanager.testmode': true,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,none',
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
})
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('')
