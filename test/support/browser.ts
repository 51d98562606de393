import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** Where scripts/chromium.sh has found a browser; undefined when there is none. */
const executablePath = findExecutable()

/** For `describe.skipIf(!browserAvailable)`: without a browser these tests are skipped, never passed. */
export const browserAvailable = executablePath !== undefined

export type Browser = {
  /** A fresh context: no cookies, no storage. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}

/** Starts a headless Chromium on a profile of its own, which is removed on close. */
export async function launchBrowser(): Promise<Browser> {
  if (!executablePath) throw new Error('There is no Chromium: run scripts/chromium.sh')
  const folder = mkdtempSync(join(tmpdir(), 'timbre-browser-'))
  const browser = await chromium.launch({
    executablePath,
    args: [...quiet, ...(needsNoSandbox() ? ['--no-sandbox'] : [])],
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder } as Record<
      string,
      string
    >,
  })
  return {
    async open(options) {
      const context = await browser.newContext(options)
      // Sooner than the test's own limit, so that a walk that stands still says what it waited for.
      context.setDefaultTimeout(waitMilliseconds)
      return context
    },
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
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
