import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type DiskWatch = {
  /** Whether less is free than the reserve, as of the last look. */
  isLow: () => boolean
  /** Whether so little is free that a database on it must not be written to, as of the last look. */
  isFull: () => boolean
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

const lookMilliseconds = 1_000
/** Two files of PostgreSQL's write-ahead log. A server that can't make the next one ends, and then can't be read. */
const fullMegabytes = 32
/** So much more must be free again, so that it doesn't change to and fro. */
const margin = 1.1

const messages = {
  roomy: 'the disk has space again',
  low: 'the disk is short of space: work for many people is refused',
  full: 'the disk is full: changes are refused',
}

/** Watches how much is free on a disk. A disk that can't be read counts as roomy: it may be one that has no figures. */
export function watchDisk({
  dir,
  reserveMegabytes,
  log,
  readSpace = readDiskSpace,
}: DiskWatchOptions): DiskWatch {
  let state: keyof typeof messages = 'roomy'
  const look = async () => {
    if (reserveMegabytes === 0) return
    const space = await readSpace(dir).catch(() => undefined)
    if (!space) return
    const reserve = Math.min(reserveMegabytes * megabyte, space.size * 0.05)
    const last = Math.min(fullMegabytes * megabyte, reserve)
    const before = state
    if (space.free < (before === 'full' ? last * margin : last)) state = 'full'
    else state = space.free < (before === 'roomy' ? reserve : reserve * margin) ? 'low' : 'roomy'
    if (state !== before) log.warn({ dir, freeMegabytes: Math.round(space.free / megabyte) }, messages[state])
  }
  const timer = setInterval(() => void look(), lookMilliseconds)
  timer.unref()
  return {
    isLow: () => state !== 'roomy',
    isFull: () => state === 'full',
    look,
    stop: () => clearInterval(timer),
  }
}

/** Watches several folders as one: the fullest counts. */
export function watchDisks(dirs: readonly string[], options: Omit<DiskWatchOptions, 'dir'>): DiskWatch {
  const watches = dirs.map((dir) => watchDisk({ ...options, dir }))
  return {
    isLow: () => watches.some((watch) => watch.isLow()),
    isFull: () => watches.some((watch) => watch.isFull()),
    look: async () => {
      await Promise.all(watches.map((watch) => watch.look()))
    },
    stop: () => {
      for (const watch of watches) watch.stop()
    },
  }
}

/** One of these folders for each disk: two on the same disk would be logged twice. Missing ones are left out. */
export async function onePerDisk(dirs: readonly string[]): Promise<string[]> {
  const disks = new Map<number, string>()
  for (const dir of dirs) {
    const device = await stat(dir).then(
      ({ dev }) => dev,
      () => undefined,
    )
    if (device !== undefined && !disks.has(device)) disks.set(device, dir)
  }
  return [...disks.values()]
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
