import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { changeOwner } from './cluster.ts'
import type { PostgresInstallation } from './postgres-installation.ts'

/** A folder of the cluster into which the server copies completed segments of its write-ahead log. */
const folder = 'timbre_archive'

/** The folder of a cluster in which completed segments wait. */
export function waitingSegmentsIn(cluster: string): string {
  return join(cluster, folder)
}

/**
 * Settings for archiving (section 25.3.1 of PostgreSQL's manual). A segment is complete after a minute at the latest. The
 * command runs in the folder of the cluster, so it contains no path that would have to be quoted. A copy gets its name when
 * it is on disk.
 */
export const archiveSettings = {
  archive_mode: 'on',
  archive_timeout: 60,
  archive_command:
    `cp "%p" ${folder}/.%f && sync ${folder}/.%f && ` + `mv -f ${folder}/.%f ${folder}/%f && sync ${folder}`,
}

export function prepareArchiving(cluster: string, installation: PostgresInstallation): void {
  const path = waitingSegmentsIn(cluster)
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
  changeOwner(path, installation)
}

/**
 * A restore_command that asks this process for a file and waits for the answer: the file, or nothing. Any exit code above
 * 125 ends the recovery (section 25.3.5); so does a process that doesn't answer for ten minutes.
 */
export const restoreCommand =
  `: > ${folder}/.wanted.%f; n=0; ` +
  `while [ -e ${folder}/.wanted.%f ]; do n=$((n+1)); [ $n -lt 30000 ] || exit 200; sleep 0.02; done; ` +
  `mv ${folder}/%f "%p" 2>/dev/null`

/** Puts a file that is complete where `restoreCommand` finds it under its name. */
export async function offerFile(
  draft: string,
  { cluster, name, installation }: { cluster: string; name: string; installation: PostgresInstallation },
): Promise<void> {
  changeOwner(draft, installation)
  await rename(draft, join(waitingSegmentsIn(cluster), name))
}

/** The number that initdb gave the cluster, in 16 hexadecimal digits: the first 8 bytes of pg_control. */
export function readSystemIdentifier(cluster: string): string {
  const control = readFileSync(join(cluster, 'global/pg_control'))
  return control.readBigUInt64LE(0).toString(16).padStart(16, '0')
}
