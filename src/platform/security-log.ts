import { networkOf } from '../contract/payer.ts'
import type { RecordSecurityEvent, SecurityEvent, SecurityOrigin } from '../contract/security-event.ts'
import type { Log } from './log.ts'

export type SecurityLog = {
  record: RecordSecurityEvent
  /** Writes what is still counted. */
  stop: () => void
}

/** Lines of one kind and window that are written at once; what goes beyond is only counted. */
const maxLines = 100

/**
 * Writes events into the log, as lines with `stream: "security"`. The first of a kind and network is written at once;
 * the same ones that follow within ten seconds are counted, and written as one line with their number. So a flood costs
 * a bounded number of lines, whatever it consists of, and one of some kind hides no other kind.
 */
export function createSecurityLog({
  log,
  hash,
  windowMilliseconds = 10_000,
}: {
  log: Pick<Log, 'info'>
  /** The hash of a network of today. */
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
    const known = repeated.get(text)
    if (known) known.more += 1
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
