import { join } from 'node:path'
import { readConfig, readEnvironment } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { openLogOutput } from '../../src/platform/log-output.ts'
import { startService } from '../../src/start/service.ts'

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
