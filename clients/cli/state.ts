import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Failure } from './failure.ts'
import type { Environment, Settings } from './settings.ts'

/** The folder of this program's files, for this user only: `$XDG_CONFIG_HOME/timbre` or `~/.config/timbre`. */
export function stateFolder(environment: Environment): string {
  const { XDG_CONFIG_HOME: configured = '', HOME: home = homedir() } = environment
  return join(isAbsolute(configured) ? configured : join(home, '.config'), 'timbre')
}

/** The signing secret of this machine, made at the first use. */
export function readSecret(folder: string): string {
  const file = join(folder, 'webhook-secret')
  // Two programs may start together: a link is made only once, and both read what it holds.
  if (!existsSync(file)) createFile(file, `whsec_${randomBytes(32).toString('base64')}\n`)
  chmodSync(file, 0o600)
  const secret = readFileSync(file, 'utf8').trim()
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new Failure(`${file} holds no signing secret. Delete it to get a new one.`)
  }
  return secret
}

/** The place in the feed of one service, client and choice of types. */
export type Cursor = {
  /** The id of the last event that is done; null stands for the oldest. Undefined at the first start. */
  read: () => string | null | undefined
  write: (after: string | null) => void
  /** Lets others use the cursor. */
  release: () => void
}

/**
 * Opens the cursor for this process alone: one for forwarding, and another for looking, so that a look takes no event
 * from a server. Fails as `Failure` if another process has it.
 */
export function openCursor(
  folder: string,
  { url, clientId, token }: Settings,
  types: readonly string[],
  isForwarding: boolean,
): Cursor {
  // A token may be another client's tomorrow; its account is what the feed belongs to, and only the service knows it.
  const client = token === undefined ? clientId : createHash('sha256').update(token).digest('hex')
  const key = JSON.stringify([url, client, [...new Set(types)].sort(), ...(isForwarding ? [] : ['look'])])
  const file = join(folder, 'listen', createHash('sha256').update(key).digest('hex').slice(0, 32))
  const release = lock(`${file}.lock`)
  return {
    read: () => (existsSync(`${file}.json`) ? readCursor(`${file}.json`) : undefined),
    write: (after) => replaceFile(`${file}.json`, `${JSON.stringify({ url, clientId, types, after })}\n`),
    release,
  }
}

function readCursor(file: string): string | null {
  try {
    const { after } = JSON.parse(readFileSync(file, 'utf8')) as { after: unknown }
    if (after === null || (typeof after === 'string' && /^[0-9a-f]{24}$/.test(after))) return after
  } catch {
    // The same answer as for a file that holds something else.
  }
  throw new Failure(`${file} holds no place in the feed. Delete it to start with new events.`)
}

function lock(file: string): () => void {
  const own = identityOf(process.pid)
  for (let tries = 0; tries < 3; tries += 1) {
    if (createFile(file, own)) return () => rmSync(file, { force: true })
    const holder = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const pid = Number(holder.split(' ')[0])
    if (isRunning(pid) && holder === identityOf(pid)) {
      throw new Failure(
        `Process ${pid} listens with the same client and types already. Stop it, or choose other --types.`,
      )
    }
    const aside = `${file}.${randomBytes(6).toString('hex')}`
    takeAside(file, aside, holder)
  }
  throw new Failure(`${file} can't be locked. Delete it if nothing listens.`)
}

/** Removes the lock of a process that has ended, unless another one took its place in this moment. */
function takeAside(file: string, aside: string, stale: string): void {
  try {
    renameSync(file, aside)
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file)
    rmSync(aside)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** The number of a process, with its start where Linux tells it, because numbers are given again. */
function identityOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20]}`
  } catch {
    return String(pid)
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Writes a file if there is none; complete from the first moment. False if there is one. */
function createFile(file: string, text: string): boolean {
  const temporary = writeTemporary(file, text)
  try {
    linkSync(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(temporary)
  }
}

/** After a crash the file has the old text or the new one. */
function replaceFile(file: string, text: string): void {
  renameSync(writeTemporary(file, text), file)
}

function writeTemporary(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(6).toString('hex')}.new`
  const descriptor = openSync(temporary, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return temporary
}
