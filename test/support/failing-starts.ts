import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/start/service.ts'
import type { ServiceOptions } from '../../src/start/service-options.ts'

/**
 * Starts the service with the configuration of the environment, lets each of its parts fail in turn, and prints what is
 * left as lines of JSON. A process of its own, because the test runner has timers and sockets too. It ends only when
 * nothing keeps it alive.
 */

export type FailedStart = { part: string; error: string | undefined; resources: string[]; isLocked: boolean }

const read = readConfig(process.env)
if ('errors' in read) throw new Error(read.errors.join('\n'))
const { config } = read
const log = createLog('silent', { write() {} })
// The first look at the output opens it, and it stays open.
void process.stdout.writable
const before = activeResources()

const parts: string[] = []
const service = await startService({ config, log, onPart: (part) => parts.push(part) })
await service.stop()
await print('none')

// `ends`: only the first and the last part, after which there is least and most to release.
const isTried = (part: string) => process.argv[2] !== 'ends' || part === parts[0] || part === parts.at(-1)
for (const failing of parts.filter(isTried)) {
  await fail(failing, {
    onPart: (part) => {
      if (part === failing) throw new Error('planted')
    },
  })
}
await fail('prepare', {
  beforeListening: async () => {
    throw new Error('planted')
  },
})

async function fail(part: string, options: Partial<ServiceOptions>): Promise<void> {
  const error = await startService({ config, log, ...options }).then(
    () => undefined,
    (reason: Error) => reason.message,
  )
  await print(part, error)
}

async function print(part: string, error?: string): Promise<void> {
  // Closed sockets take a moment to disappear.
  for (let tries = 0; tries < 50 && activeResources().length > before.length; tries++) await setTimeout(20)
  const line: FailedStart = {
    part,
    error,
    resources: activeResources().slice(before.length),
    isLocked: existsSync(join(config.dataDir, 'timbre.lock')),
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** What keeps a process alive: sockets, servers, child processes, timers. */
function activeResources(): string[] {
  return process.getActiveResourcesInfo()
}
