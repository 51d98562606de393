import { appendFile, copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Erasure } from '../contract/erasure.ts'
import type { SecretKey } from '../contract/secret-key.ts'

/** One line: the time, and what was erased, sealed under SECRET_KEY. */
type ErasureLine = { at: string; sealed: string }

const fileName = 'erasures.jsonl'

/** Appends erasures to the file in BACKUP_DIR and resolves when they are on disk. */
export async function appendErasures(
  backupDir: string,
  erasures: readonly Erasure[],
  { secretKey, now }: { secretKey: SecretKey; now: Date },
): Promise<void> {
  const at = now.toISOString()
  const lines = erasures.map((erasure) => lineOf({ at, sealed: seal(erasure, at, secretKey) }))
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  // A line that a kill has cut off ends here, and not in the first new one.
  await appendFile(join(backupDir, fileName), `\n${lines.join('')}`, { mode: 0o600, flush: true })
}

/** Puts the file into a restored data directory, for the first start. */
export async function copyErasures(backupDir: string, dataDir: string): Promise<void> {
  await copyFile(join(backupDir, fileName), join(dataDir, fileName)).catch(ignoreMissing)
}

/** The lines of the file as they are, for a restored database. */
export async function readErasureLines(folder: string): Promise<string[]> {
  return (await readLines(folder)).map((line) => JSON.stringify(line))
}

/** What was erased according to the file in a folder. Lines that no key opens are counted. */
export async function readErasures(folder: string, secretKey: SecretKey): Promise<OpenedErasures> {
  return openErasures(await readLines(folder), secretKey)
}

/** The same from lines of `readErasureLines`. */
export function openErasureLines(lines: readonly string[], secretKey: SecretKey): OpenedErasures {
  return openErasures(parseLines(lines), secretKey)
}

type OpenedErasures = { erasures: Erasure[]; unreadable: number }

function openErasures(lines: readonly ErasureLine[], secretKey: SecretKey): OpenedErasures {
  const erasures: Erasure[] = []
  let unreadable = 0
  for (const line of lines) {
    try {
      const plain = secretKey.unseal(Buffer.from(line.sealed, 'base64url'), `erasure:${line.at}`)
      erasures.push(JSON.parse(plain.toString('utf8')))
    } catch {
      unreadable += 1
    }
  }
  return { erasures, unreadable }
}

/** Seals every line again, under the key in use, after a rotation of SECRET_KEY. Replaces the file at once. */
export async function resealErasures(
  folder: string,
  secretKey: SecretKey,
): Promise<{ resealed: number; unreadable: number }> {
  const done = { resealed: 0, unreadable: 0 }
  const lines = (await readLines(folder)).map((line) => {
    try {
      const plain = secretKey.unseal(Buffer.from(line.sealed, 'base64url'), `erasure:${line.at}`)
      done.resealed += 1
      return { at: line.at, sealed: seal(JSON.parse(plain.toString('utf8')), line.at, secretKey) }
    } catch {
      done.unreadable += 1
      return line
    }
  })
  if (done.resealed > 0) await replace(folder, lines)
  return done
}

function seal(erasure: Erasure, at: string, secretKey: SecretKey): string {
  return secretKey.seal(JSON.stringify(erasure), `erasure:${at}`).toString('base64url')
}

function lineOf(line: ErasureLine): string {
  return `${JSON.stringify(line)}\n`
}

async function readLines(folder: string): Promise<ErasureLine[]> {
  const text = (await readFile(join(folder, fileName), 'utf8').catch(ignoreMissing)) ?? ''
  return parseLines(text.split('\n'))
}

function parseLines(lines: readonly string[]): ErasureLine[] {
  return lines.flatMap((line) => {
    try {
      const { at, sealed } = JSON.parse(line) as ErasureLine
      return [{ at: String(at), sealed: String(sealed) }]
    } catch {
      return []
    }
  })
}

async function replace(folder: string, lines: readonly ErasureLine[]): Promise<void> {
  const draft = join(folder, `${fileName}.draft`)
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(lines.map(lineOf).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, fileName))
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
