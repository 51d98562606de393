import { randomBytes } from 'node:crypto'
import {
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
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Failure } from './failure.ts'

/** Takes a lock of this process; the number of the process that has it otherwise. */
export function tryLock(file: string): { release: () => void } | { heldBy: number } {
  const own = identityOf(process.pid)
  for (let tries = 0; tries < 3; tries += 1) {
    if (createFile(file, own)) return { release: () => rmSync(file, { force: true }) }
    const holder = readIfThere(file)
    const pid = Number(holder.split(' ')[0])
    if (isRunning(pid) && holder === identityOf(pid)) return { heldBy: pid }
    takeAside(file, `${file}.${randomBytes(6).toString('hex')}`, holder)
  }
  throw new Failure(`${file} can't be locked. Delete it if no other timbre runs.`)
}

/** Does this work alone among all programs of this user. */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += 1) {
    // Within this process the lock of another call looks like that of another process.
    const lock = tryLock(file)
    if ('release' in lock) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    if (waited > 600) throw new Failure(`Process ${lock.heldBy} renews the sign-in and doesn't finish.`)
    await setTimeout(100)
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
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
export function createFile(file: string, text: string): boolean {
  if (existsSync(file)) return false
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

/** After a crash the file has the old text or the new one. Only this user can read it. */
export function replaceFile(file: string, text: string): void {
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
