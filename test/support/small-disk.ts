import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from './file-cleanup.ts'

/** Why no disk of one's own can be mounted here; undefined where it can. */
export const cannotMount: string | undefined = findReason()

export type SmallDisk = {
  folder: string
  /** Uses all space that is left. */
  fill: () => void
  /** Gives it back. */
  free: () => void
}

/** A file system in memory of so many megabytes, unmounted after the test file. */
export function mountSmallDisk(megabytes: number, folder = newFolder()): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  afterFile(() => {
    execFileSync('umount', ['--lazy', folder])
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'w')
      // The last pages are taken by smaller writes.
      for (const size of [1024 * 1024, 4096]) {
        const block = Buffer.alloc(size)
        try {
          for (;;) writeSync(file, block)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
      closeSync(file)
    },
    free: () => rmSync(filler),
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-disk-'))
  chmodSync(folder, 0o755)
  return folder
}

function findReason(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can mount a small disk'
  const folder = newFolder()
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return isMounted ? undefined : 'this machine allows no mount'
}
