import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../service.ts'
import { type EngineWindow, firstFile, keyActions, pressActions } from './engine.ts'

const driverPath = firstFile(['/usr/bin/WebKitWebDriver'])
const screenPath = firstFile(['/usr/bin/Xvfb'])
const bindings = firstFile(
  ['x86_64', 'aarch64'].map(
    (machine) => `/usr/lib/${machine}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`,
  ),
)
const python = firstFile(['/usr/lib/python3/dist-packages/gi']) && firstFile(['/usr/bin/python3'])

/** The driver, the window that it drives, and the screen that the window needs. */
export const hasWebkit = [driverPath, screenPath, bindings, python].every((path) => path !== undefined)

/** A WebKitGTK window on a screen of its own, driven through WebDriver. */
export async function openWebkit(): Promise<EngineWindow> {
  if (!driverPath || !screenPath || !hasWebkit) throw new Error('There is no WebKitWebDriver with Xvfb')
  const home = mkdtempSync(join(tmpdir(), 'timbre-webkit-'))
  const children: ChildProcess[] = []
  const close = async () => {
    for (const child of children.reverse()) await end(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    const display = await openScreen(screenPath, children)
    const port = await freePort()
    const starter = writeStarter(home)
    const driver = spawn(driverPath, ['--host=127.0.0.1', `--port=${port}`], {
      env: {
        ...process.env,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        DISPLAY: display,
        GDK_BACKEND: 'x11',
        LIBGL_ALWAYS_SOFTWARE: '1',
        GTK_THEME: 'Adwaita',
        NO_AT_BRIDGE: '1',
      },
      stdio: 'ignore',
      // The browser is a child of the driver: both end together.
      detached: true,
    })
    children.push(driver)
    return await startSession(`http://127.0.0.1:${port}`, starter, close)
  } catch (error) {
    await close()
    throw error
  }
}

/** A program that starts the window with its console in a file: the driver would discard what it prints. */
function writeStarter(home: string): string {
  const starter = join(home, 'window')
  const program = join(import.meta.dirname, 'webkit-window.py')
  const script = `#!/bin/sh\nexec stdbuf -oL ${python} ${program} > ${consoleOf(home)} 2>&1\n`
  writeFileSync(starter, script, { mode: 0o755 })
  return starter
}

function consoleOf(home: string): string {
  return join(home, 'console.log')
}

/** A screen without a monitor, on the first free number. */
async function openScreen(path: string, children: ChildProcess[]): Promise<string> {
  const child = spawn(path, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  children.push(child)
  const number = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Xvfb has ended')))
    child.stdout?.setEncoding('utf8').once('data', resolve)
  })
  return `:${number.trim()}`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has just exited.
  }
  await ended
}

async function startSession(
  server: string,
  binary: string,
  close: () => Promise<void>,
): Promise<EngineWindow> {
  for (let tries = 0; !(await isReady(server)); tries += 1) {
    if (tries > 200) throw new Error('WebKitWebDriver did not start')
    await setTimeout(50)
  }
  const { sessionId, capabilities } = await ask('POST', `${server}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: [] } } },
  })
  const session = `${server}/session/${sessionId}`
  const send = (path: string, body: object) => ask('POST', session + path, body)
  const run: EngineWindow['run'] = async (task, ...words) => {
    const script = `const done = arguments[1]
      Promise.resolve().then(() => (${task})(...JSON.parse(arguments[0])))
        .then((value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }))`
    const { value, error } = await send('/execute/async', { script, args: [JSON.stringify(words)] })
    if (error !== undefined) throw new Error(error)
    return value === undefined || value === null ? undefined : JSON.parse(value)
  }
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async open(url) {
      await send('/url', { url })
    },
    address: () => run(() => location.href),
    async reload() {
      await send('/refresh', {})
    },
    run,
    async press(x, y) {
      await send('/actions', { actions: pressActions(x, y) })
    },
    async keys(pressed, held) {
      await send('/actions', { actions: keyActions(pressed, held) })
    },
    async picture() {
      return Buffer.from(await ask('GET', `${session}/screenshot`), 'base64')
    },
    async resize(width, height) {
      await send('/window/rect', { x: 0, y: 0, width, height })
    },
    faults: () =>
      readFileSync(consoleOf(dirname(binary)), 'utf8')
        .split('\n')
        .filter(isFault),
    async close() {
      // Otherwise the window would outlive its driver by a second.
      await ask('DELETE', session).catch(() => {})
      await close()
    },
  }
}

/** Lines such as `http://…:1:75: CONSOLE JS ERROR TypeError: …`, except of requests that ended because the page was left. */
function isFault(line: string): boolean {
  return / CONSOLE (\w+ )*ERROR /.test(line) && !line.endsWith(' due to access control checks.')
}

async function isReady(server: string): Promise<boolean> {
  try {
    return (await fetch(`${server}/status`)).ok
  } catch {
    return false
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command has a result of its own.
async function ask(method: string, address: string, body?: object): Promise<any> {
  const response = await fetch(address, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}
