import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The holder of a data directory, as in its lock file. */
export type LockHolder = {
  pid: number
  /** When the process started, in the system's format. On Linux it begins with the boot ID. */
  start: string
  host: string
  /** Process IDs are only meaningful within it. */
  pidNamespace: string
  /** Different at each start. Empty in a lock of an earlier version, which has no heartbeat either. */
  token: string
  /** Counts up while the holder is alive. */
  beat: number
}

export function describeThisProcess(): LockHolder {
  return {
    pid: process.pid,
    start: startOf(process.pid) ?? '',
    host: hostname(),
    pidNamespace: ownNamespace(),
    token: randomBytes(12).toString('hex'),
    beat: 0,
  }
}

/** All texts of one holder have the same length, so that each overwrites the previous one completely. */
export function holderText({ beat, ...holder }: LockHolder): string {
  return `${JSON.stringify({ ...holder, beat: String(beat).padStart(12, '0') })}\n`
}

/** The format of earlier versions. */
export function legacyHolderText({ pid, start }: LockHolder): string {
  return `${pid} ${start}\n`
}

/** Undefined if it isn't one of our locks, such as a file left empty by a power failure. */
export function parseHolder(text: string): LockHolder | undefined {
  try {
    const { pid, start, host, pidNamespace, token, beat } = JSON.parse(text)
    return {
      pid: Number(pid),
      start: String(start),
      host: String(host),
      pidNamespace: String(pidNamespace),
      token: String(token),
      beat: Number(beat),
    }
  } catch {
    return undefined
  }
}

/** Earlier versions have no heartbeat. */
export function parseLegacyHolder(text: string): LockHolder | undefined {
  const [pid, ...start] = text.trim().split(' ')
  if (!pid || start.length === 0) return undefined
  return { pid: Number(pid), start: start.join(' '), host: '', pidNamespace: '', token: '', beat: 0 }
}

/** Unknown for a process in another container or on another machine. */
export function holderState(holder: LockHolder | undefined): 'lives' | 'gone' | 'unknown' {
  if (!holder) return 'unknown'
  if (holder.token === '' || isSameNamespace(holder))
    return startOf(holder.pid) === holder.start ? 'lives' : 'gone'
  return 'unknown'
}

export function isSameNamespace(holder: LockHolder): boolean {
  if (process.platform !== 'linux') return holder.host === hostname()
  const namespace = ownNamespace()
  return namespace !== '' && holder.pidNamespace === namespace && holder.start.startsWith(`${bootId()} `)
}

/** When a process started. Undefined if there is no such process. */
function startOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    if (process.platform === 'linux') {
      // Field 22 counts from boot. The name in field 2 may contain spaces and parentheses.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (fields[0] === 'Z') return undefined
      return `${bootId()} ${fields[19]}`
    }
    process.kill(pid, 0)
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch (error) {
    // Windows has no ps, so any living process with this ID counts as the holder.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform === 'win32'
      ? 'alive'
      : undefined
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

/** Empty if the system doesn't provide it. */
export function ownNamespace(pid: number | 'self' = 'self'): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return ''
  }
}
