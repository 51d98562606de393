import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
} from 'playwright-core'
import { inject } from 'vitest'

/** Where scripts/chromium.sh has found a browser; undefined when there is none. */
const executablePath = findExecutable()

/** For `describe.skipIf(!browserAvailable)`: without a browser these tests are skipped, never passed. */
export const browserAvailable = executablePath !== undefined

export type Browser = {
  /** A fresh context: no cookies, no storage. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Ends every context that was opened. */
  close(): Promise<void>
}

/**
 * A headless Chromium on a profile of its own. All files of a worker share one, each with contexts of its own, which
 * closing ends: starting one anew for each file took half a minute of a run. It ends with its worker, whose pipe it
 * listens to, and its profile lies with the data of the run, which are removed as a whole.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await (started?.isConnected() ? started : start())
  const own: BrowserContext[] = []
  return {
    async open(options) {
      const context = await browser.newContext(options)
      // Sooner than the test's own limit, so that a walk that stands still says what it waited for.
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
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium refuses its sandbox to root, and cannot build one where the kernel denies user namespaces. */
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
