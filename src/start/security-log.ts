import type { Clock, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { openNetworkKeys } from '../identity/network-keys.ts'
import type { Log } from '../platform/log.ts'
import { startRepeatedTask } from '../platform/repeated-task.ts'
import { createSecurityLog } from '../platform/security-log.ts'

/** Opens the security log of this process, with the keys that hash the networks in it. */
export async function startSecurityLog(parts: {
  database: Database
  secretKey: SecretKey
  clock: Clock
  log: Log
}) {
  const keys = openNetworkKeys(parts)
  // Without a key, lines are written without the network. The renewal is retried every minute.
  await keys
    .renew()
    .catch((err: unknown) =>
      parts.log.warn({ err }, 'security log: cannot load the key that hashes networks'),
    )
  const renewing = startRepeatedTask('network keys', keys.renew, {
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
