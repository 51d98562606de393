import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { readConfig, readEnvironment } from './config.ts'
import type { DemoFile } from './demo/seed.ts'
import { createLog } from './platform/log.ts'
import { openLogOutput } from './platform/log-output.ts'
import { openSystemBrowser } from './platform/system-browser.ts'
import type { Service } from './start/service.ts'
import { startupMessage } from './startup-message.ts'

const began = performance.now()
// A full disk or a closed pipe must not crash the service.
process.stderr.on('error', () => {})
const environment = readEnvironment()
const read = readConfig(environment)
if ('errors' in read) {
  for (const line of read.errors) process.stderr.write(`${line}\n`)
  process.exit(1)
}
const { config } = read
const output = openLogOutput({ descriptors: [1, 2], file: join(config.dataDir, 'timbre.log') })
process.on('exit', output.flush)
const log = createLog(config.logLevel, output)
let running: Service | undefined
let exitCode: number | undefined

process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception')
  end(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0))

try {
  // Imported here because content is read while modules load: an unreadable file then fails the start with one line.
  const demoData = config.demo ? await import('./demo/demo.ts') : undefined
  const { startService } = await import('./start/service.ts')
  let demo: DemoFile | undefined
  const isFirstStart = demoData !== undefined && !(await demoData.isSeeded(config.dataDir))
  const beforeListening = async (parts: Service['parts']) => {
    demo = await demoData?.openDemo(parts, config.dataDir, config.demoReceiverUrl)
    // Node writes what it compiled when the process ends, so the next instance would compile it again, or all of them if
    // this one is killed. While nothing is served, nobody waits for it.
    flushCompileCache()
  }
  const service = await startService({
    config,
    log,
    beforeListening,
    droppedLogLines: output.dropped,
    onLost: exitWithoutShutdown,
  })
  running = service
  if (exitCode !== undefined) stop(service, exitCode)
  const owner = demo?.accounts.demo?.owner
  const signInLink = owner && service.createSignInLink(owner)
  const isTerminal = isatty(1)
  output.write(
    startupMessage({
      version: service.version,
      url: service.url,
      dataDir: config.dataDir,
      demo,
      seconds: (performance.now() - began) / 1000,
      signInLink,
      // The service doesn't terminate TLS, so an https address means a proxy.
      isProxyUnnamed: config.publicUrl.startsWith('https:') && config.trustedProxies.length === 0,
      warnings: service.warnings,
      isTerminal,
    }),
  )
  // Only on the first start from a terminal: a new tab with every start would be annoying.
  if (isFirstStart && isTerminal && signInLink)
    openSystemBrowser(signInLink, { platform: process.platform, environment })
} catch (error) {
  log.debug({ err: error }, 'start failed')
  process.stderr.write(`${describeStartError(error)}\n`)
  process.exit(1)
}

function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error.message
  return `The disk of DATA_DIR is full (${config.dataDir}). Free some space there, then start again.`
}

/**
 * Shuts down gracefully on the first signal and ignores further ones: npm forwards a signal that the terminal has
 * already sent to the whole process group, so the second one is a duplicate. A service that is still starting gets 5 s
 * to become ready; then the process exits without a shutdown.
 */
function end(code: number): void {
  if (exitCode !== undefined) return
  exitCode = code
  if (running) stop(running, code)
  else setTimeout(() => process.exit(code), 5_000)
}

function stop(service: Service, code: number): void {
  service.stop().then(
    (cut) => {
      if (cut.length > 0) log.error({ cut }, 'stopped, but some shutdown steps failed or timed out')
      process.exit(cut.length > 0 ? 1 : code)
    },
    (error: unknown) => {
      log.error({ err: error }, 'shutdown failed')
      process.exit(1)
    },
  )
}

/** Another process owns the data directory, so nothing may be written anymore. */
function exitWithoutShutdown(error: Error): void {
  log.fatal({}, error.message)
  process.stderr.write(`${error.message} The service exits now.\n`)
  process.exit(1)
}
