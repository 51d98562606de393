import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
} from 'playwright-core'
import { inject } from 'vitest'

/** The browser that scripts/chromium.sh found, or undefined. */
const executablePath = findExecutable()

/** For `describe.skipIf(!browserAvailable)`: without a browser these tests are skipped, never passed. */
export const browserAvailable = executablePath !== undefined

export type Browser = {
  /** Opens a new context without cookies or storage. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Closes every context that was opened. */
  close(): Promise<void>
}

/**
 * A headless Chromium with its own profile. All files of a worker share it, each with its own contexts, because
 * starting one per file added half a minute to a run. It exits with its worker, whose pipe it listens to; its profile
 * is in the run's data, which is removed as a whole.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await (started?.isConnected() ? started : start())
  const own: BrowserContext[] = []
  return {
    async open(options) {
      const context = await browser.newContext(options)
      // Shorter than the test's own limit, so that the error names what the page waited for.
      context.setDefaultTimeout(waitMilliseconds)
      own.push(context)
      return context
    },
    async close() {
      await Promise.all(own.map((context) => context.close()))
    },
  }
}

let started: Chromium | undefined

async function start(): Promise<Chromium> {
  if (!executablePath) throw new Error('There is no Chromium: run scripts/chromium.sh')
  const folder = mkdtempSync(join(dirname(inject('compileCache')), 'browser-'))
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder }
  started = await chromium.launch({
    executablePath,
    args: [...quiet, ...(needsNoSandbox() ? ['--no-sandbox'] : [])],
    env: { ...process.env, ...home } as Record<string, string>,
  })
  return started
}

/** Long, because several browsers and databases may share two cores. */
const waitMilliseconds = 25_000

const quiet = [
  '--disable-gpu',
  // A process of its own for drawing, and several threads in each page, cost a tenth more processor time.
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Optimizing the code of a page that lives for seconds takes longer than it saves, and so does compiling functions
  // before they are called, or again after a while.
  '--js-flags=--no-maglev,--no-turbofan,--max-lazy,--no-flush-bytecode',
]

/** Chromium refuses its sandbox as root, and cannot create one where the kernel denies user namespaces. */
function needsNoSandbox(): boolean {
  if (process.getuid?.() === 0) return true
  if (process.platform !== 'linux') return false
  const limits: [string, string][] = [
    ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
    ['/proc/sys/user/max_user_namespaces', '0'],
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ]
  return limits.some(([file, denied]) => existsSync(file) && readFileSync(file, 'utf8').trim() === denied)
}

function findExecutable(): string | undefined {
  const memo = join(import.meta.dirname, '../../.cache/chromium-path')
  const path = existsSync(memo) ? readFileSync(memo, 'utf8').trim() : ''
  return path && existsSync(path) ? path : undefined
}
