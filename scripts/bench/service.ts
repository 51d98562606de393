import { join } from 'node:path'
import { loadQuickly } from '../../src/load-quickly.ts'

// Stripping the types of the service at each start would cost 100 MB.
loadQuickly()
const { readConfig, readEnvironment } = await import('../../src/config.ts')
const { createLog } = await import('../../src/platform/log.ts')
const { openLogOutput } = await import('../../src/platform/log-output.ts')
const { startService } = await import('../../src/start/service.ts')

/**
 * The service as `src/main.ts` starts it, but requests and statements may wait longer before they are refused. On a machine
 * with other work, some of eight clients would be refused, and a refusal is quick.
 */
const read = readConfig(readEnvironment())
if ('errors' in read) throw new Error(read.errors.join('\n'))
const { config } = read
const output = openLogOutput({ descriptors: [1, 2], file: join(config.dataDir, 'timbre.log') })
const service = await startService({
  config,
  log: createLog(config.logLevel, output),
  droppedLogLines: output.dropped,
  admissionPatience: 100,
  databasePatience: 20,
})
process.once('SIGTERM', () => {
  service.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
