import { constants } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Messages of one look that are dealt with, and that stay: a flood waits in the directory, and takes no more of the service
 * than this. Those that stay have a limit of their own, because they come first again in the next look.
 */
const [mostRemoved, mostLeft] = [1_000, 10_000]

/**
 * Hands over the new messages of a Maildir (those in `new`) in the order of their names, and deletes each that was dealt with:
 * reports name people. Reads no more than `mostBytes` of a message. One for which `take` returns false stays, and so does
 * one that can't be read: the others come first, then its error is thrown.
 */
export async function readMaildir(
  dir: string,
  { mostBytes, take }: { mostBytes: number; take: (raw: Buffer) => Promise<boolean> },
  signal: AbortSignal,
): Promise<void> {
  const names = (await readdir(join(dir, 'new'))).filter((name) => !name.startsWith('.')).sort()
  const errors: unknown[] = []
  let [removed, left] = [0, 0]
  for (const name of names) {
    if (removed >= mostRemoved || left >= mostLeft) break
    if (signal.aborted) return
    const path = join(dir, 'new', name)
    try {
      const raw = await readStart(path, mostBytes)
      if (raw === undefined || (await take(raw))) {
        await rm(path, { force: true })
        removed += 1
      } else left += 1
    } catch (error) {
      errors.push(error)
      left += 1
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Undefined for what is no file: a symbolic link could lead anywhere. */
async function readStart(path: string, mostBytes: number): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (['ELOOP', 'ENOENT', 'ENXIO'].includes(error.code ?? '')) return undefined
      throw error
    },
  )
  try {
    if (!file || !(await file.stat()).isFile()) return undefined
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file?.close()
  }
}
