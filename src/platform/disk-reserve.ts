import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type DiskWatch = {
  /** Whether less is free than the reserve, as of the last look. */
  isLow: () => boolean
  /** Looks now. */
  look: () => Promise<void>
  stop: () => void
}

export type DiskWatchOptions = {
  /** The folder whose disk is watched. */
  dir: string
  /** Megabytes to keep free: on small disks 5% of them instead. 0 turns it off. */
  reserveMegabytes: number
  log: { warn: (fields: object, message: string) => void }
  /** For tests. */
  readSpace?: (dir: string) => Promise<{ free: number; size: number }>
}

const lookMilliseconds = 5_000
/** So much more must be free again, so that it doesn't change to and fro. */
const margin = 1.1

/** Watches how much is free on a disk. A disk that can't be read counts as roomy: it may be one that has no figures. */
export function watchDisk({
  dir,
  reserveMegabytes,
  log,
  readSpace = readDiskSpace,
}: DiskWatchOptions): DiskWatch {
  let isLow = false
  const look = async () => {
    if (reserveMegabytes === 0) return
    const space = await readSpace(dir).catch(() => undefined)
    if (!space) return
    const reserve = Math.min(reserveMegabytes * megabyte, space.size * 0.05)
    const isNowLow = space.free < (isLow ? reserve * margin : reserve)
    if (isNowLow === isLow) return
    isLow = isNowLow
    const fields = { dir, freeMegabytes: Math.round(space.free / megabyte) }
    if (isLow) log.warn(fields, 'the disk is short of space: work for many people is refused')
    else log.warn(fields, 'the disk has space again')
  }
  const timer = setInterval(() => void look(), lookMilliseconds)
  timer.unref()
  return { isLow: () => isLow, look, stop: () => clearInterval(timer) }
}

async function readDiskSpace(dir: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** To be removed by hand when the disk is so full that nothing else can be. */
export const spareFile = 'spare-64-mb'
const spareMegabytes = 64

/**
 * Writes a file of 64 MB that an operator can remove when the disk is full, if four times as much is free. Its content is
 * no zeros, because some file systems don't store them.
 */
export async function keepSpareFile(dir: string, readSpace = readDiskSpace): Promise<void> {
  const path = join(dir, spareFile)
  if (await stat(path).catch(() => undefined)) return
  const { free } = await readSpace(dir)
  if (free < 4 * spareMegabytes * megabyte) return
  const draft = `${path}.new`
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    const chunk = Buffer.alloc(megabyte)
    for (let written = 0; written < spareMegabytes; written += 1) {
      crypto.getRandomValues(chunk.subarray(0, 65_536))
      for (let at = 65_536; at < megabyte; at += 65_536) chunk.copy(chunk, at, 0, 65_536)
      await file.write(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

const megabyte = 1024 * 1024
