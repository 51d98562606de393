import type { Clock, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { openNetworkKeys } from '../identity/network-keys.ts'
import type { Log } from '../platform/log.ts'
import { startRepeatedTask } from '../platform/repeated-task.ts'
import { createSecurityLog } from '../platform/security-log.ts'

/** The security log of a process: what records events, and the keys under which it hashes networks. */
export async function startSecurityLog(parts: {
  database: Database
  secretKey: SecretKey
  clock: Clock
  log: Log
}) {
  const keys = openNetworkKeys(parts)
  // Without a key lines are written without a network; the next minute tries again.
  await keys.renew().catch((err: unknown) => parts.log.warn({ err }, 'security log: no key for networks'))
  const renewing = startRepeatedTask('keys of networks', keys.renew, {
    everyMilliseconds: 60_000,
    log: parts.log,
  })
  const { record, stop } = createSecurityLog({ log: parts.log, hash: keys.hash })
  return {
    record,
    async stop() {
      await renewing.stop()
      stop()
    },
  }
}
