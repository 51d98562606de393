import { readConfig, readEnvironment } from './config.ts'
import type { DemoFile } from './demo/seed.ts'
import { openBrowser } from './platform/browser.ts'
import { createLog } from './platform/log.ts'
import type { Service } from './service.ts'
import { welcome } from './welcome.ts'

const began = performance.now()
const environment = readEnvironment()
const read = readConfig(environment)
if ('errors' in read) {
  for (const line of read.errors) process.stderr.write(`${line}\n`)
  process.exit(1)
}
const { config } = read
const log = createLog(config.logLevel)

try {
  // Loaded in here because content is read while modules load: a file that cannot be read ends the start in one line.
  const { isSeeded, openDemo } = await import('./demo/demo.ts')
  const { startService } = await import('./service.ts')
  let demo: DemoFile | undefined
  const isFirstStart = config.demo && !(await isSeeded(config.dataDir))
  const prepare = async (parts: Service['parts']) => {
    if (config.demo) demo = await openDemo(parts, config.dataDir)
  }
  const service = await startService({ config, log, prepare })
  stopOn(service, ['SIGTERM', 'SIGINT'])
  const owner = demo?.accounts.demo?.owner
  const signInLink = owner && service.offerSignIn(owner)
  const isTerminal = process.stdout.isTTY === true
  process.stdout.write(
    welcome({
      ...{ version: service.version, url: service.url, dataDir: config.dataDir, demo },
      seconds: (performance.now() - began) / 1000,
      signInLink,
      isTerminal,
    }),
  )
  // Once, for a newcomer who sits at it: a new tab with every start would be in the way.
  if (isFirstStart && isTerminal && signInLink)
    openBrowser(signInLink, { platform: process.platform, environment })
} catch (error) {
  log.debug({ err: error }, 'start')
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/**
 * The first signal drains and leaves. Further ones change nothing: npm passes on a signal that a terminal has
 * sent to the whole group already, so the second one is an echo and no impatience.
 */
function stopOn(service: Service, signals: readonly NodeJS.Signals[]): void {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stop')
          process.exit(1)
        },
      )
    })
  }
}
