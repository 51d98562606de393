import { networkOf } from '../contract/payer.ts'
import type { RecordSecurityEvent, SecurityEvent, SecurityOrigin } from '../contract/security-event.ts'
import type { Log } from './log.ts'

export type SecurityLog = {
  record: RecordSecurityEvent
  /** Writes the counts that are still pending. */
  stop: () => void
}

/** Maximum lines per kind and window that are written immediately. Further ones are only counted. */
const maxLines = 100

/**
 * Writes events to the log, as lines with `stream: "security"`. The first event of a kind and network is written
 * immediately. Identical ones within the next ten seconds are counted and written as one line with their number. So a
 * flood of any composition causes a bounded number of lines, and one kind can't hide another.
 */
export function createSecurityLog({
  log,
  hash,
  windowMilliseconds = 10_000,
}: {
  log: Pick<Log, 'info'>
  /** Today's hash of a network. */
  hash: (network: string) => string | undefined
  windowMilliseconds?: number
}): SecurityLog {
  const repeated = new Map<string, { line: object; more: number }>()
  const listed = new Map<SecurityEvent['kind'], number>()
  const beyond = new Map<SecurityEvent['kind'], number>()
  let timer: NodeJS.Timeout | undefined

  function record(event: SecurityEvent, { address, requestId, route }: SecurityOrigin): void {
    timer ??= setTimeout(close, windowMilliseconds).unref()
    const { kind, outcome, reason, limit, ...ids } = event
    const network = hash(networkOf(address).key)
    const line = { stream: 'security', kind, outcome, reason, limit, ...ids, network, route }
    const text = JSON.stringify(line)
    const existing = repeated.get(text)
    if (existing) existing.more += 1
    else if ((listed.get(kind) ?? 0) < maxLines) {
      listed.set(kind, (listed.get(kind) ?? 0) + 1)
      repeated.set(text, { line, more: 0 })
      log.info({ ...line, reqId: requestId }, 'security')
    } else beyond.set(kind, (beyond.get(kind) ?? 0) + 1)
  }

  function close(): void {
    clearTimeout(timer)
    timer = undefined
    for (const { line, more } of repeated.values()) {
      if (more > 0) log.info({ ...line, more }, 'security')
    }
    for (const [kind, more] of beyond)
      log.info({ stream: 'security', kind, more, isUnlisted: true }, 'security')
    repeated.clear()
    listed.clear()
    beyond.clear()
  }

  return { record, stop: close }
}
