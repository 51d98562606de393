import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { offerFile, waitingSegmentsIn } from '../database/log-archive.ts'
import type { PostgresInstallation } from '../database/postgres-installation.ts'
import { listLog } from './log-folder.ts'
import { isSegment, type LogFile, numberOf, segmentName, timelineOf } from './log-name.ts'
import { readSealedFile } from './sealed-file.ts'

export type LogSource = {
  /** The folder of the archived log in BACKUP_DIR. */
  folder: string
  /** The age secret key. */
  identity: string
  /** A further folder with segments that aren't sealed, such as `pg_wal` of the lost cluster. */
  further: string | undefined
}

export type LogServer = {
  /** Ends serving, and returns what the server got. Throws one line if a file couldn't be opened. */
  stop(): Promise<{ last: string | undefined }>
}

/** Segments that are opened before the server asks for them. */
const ahead = 4
const wantedPrefix = '.wanted.'

/**
 * Answers the `restoreCommand` of a cluster that is being recovered: opens each file of the archived log when the server
 * wants it, and a few in advance, so that a long log never lies unsealed on the disk.
 */
export async function serveLog(
  cluster: string,
  source: LogSource,
  installation: PostgresInstallation,
): Promise<LogServer> {
  const staging = waitingSegmentsIn(cluster)
  const archived = new Map((await listLog(source.folder)).map((file) => [file.name, file]))
  let failure: Error | undefined
  let last: string | undefined
  let isOver = false

  async function stage(name: string): Promise<boolean> {
    const path = join(staging, name)
    if (existsSync(path)) return true
    const draft = join(staging, `.${name}`)
    if (!(await openFile(name, draft))) return false
    await offerFile(draft, { cluster, name, installation })
    return true
  }

  async function openFile(name: string, to: string): Promise<boolean> {
    const sealed = archived.get(name)
    if (sealed) await unseal(sealed, source, to)
    else if (!source.further || !(await copyIfThere(join(source.further, name), to))) return false
    return true
  }

  async function answer(name: string): Promise<void> {
    try {
      if ((await stage(name)) && isSegment(name)) last = name
    } catch (error) {
      failure ??= error as Error
    }
    await rm(join(staging, `${wantedPrefix}${name}`), { force: true })
    if (isSegment(name) && !failure) await stageNext(name)
  }

  async function stageNext(name: string): Promise<void> {
    for (let step = 1; step <= ahead; step += 1) {
      const next = segmentName(timelineOf(name), numberOf(name) + step)
      // A failure counts when the server wants the file: it may end before.
      if (archived.has(next)) await stage(next).catch(() => {})
    }
  }

  const serving = (async () => {
    while (!isOver) {
      const wanted = (await readdir(staging)).filter((name) => name.startsWith(wantedPrefix))
      for (const name of wanted) await answer(name.slice(wantedPrefix.length))
      if (wanted.length === 0) await setTimeout(10)
    }
  })()

  return {
    async stop() {
      isOver = true
      await serving
      for (const name of await readdir(staging)) await rm(join(staging, name), { force: true })
      if (failure) throw failure
      return { last }
    },
  }
}

/** The next segment if it is missing although later ones of its timeline are there. */
export function missingAfter(last: string, files: readonly LogFile[]): string | undefined {
  const next = segmentName(timelineOf(last), numberOf(last) + 1)
  const later = files.filter(
    ({ name }) => isSegment(name) && timelineOf(name) === timelineOf(last) && numberOf(name) > numberOf(last),
  )
  return later.length > 0 && later.every(({ name }) => name !== next) ? next : undefined
}

async function unseal({ name, file }: LogFile, { folder, identity }: LogSource, to: string): Promise<void> {
  try {
    await pipeline(readSealedFile(join(folder, file), identity), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    throw new Error(`The WAL file ${name}: ${(error as Error).message}`, { cause: error })
  }
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  const isThere = await stat(from).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (isThere) await copyFile(from, to)
  return isThere
}
