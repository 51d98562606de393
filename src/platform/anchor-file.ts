import { appendFile, open, readdir, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Anchor } from '../contract/anchor.ts'

export type AnchorFile = {
  anchors: Anchor[]
  /** Numbers of invalid lines, starting at 1. An unterminated last line is ignored. */
  unreadable: number[]
}

export function anchorPath(dataDir: string): string {
  return join(dataDir, 'audit-heads.jsonl')
}

/** Reads all anchors. A missing file counts as empty. */
export async function readAnchors(dataDir: string): Promise<AnchorFile> {
  return parseAnchors(await readText(anchorPath(dataDir)))
}

/** Reads the anchors that another instance has written. Throws if the file can't be read. */
export async function readAnchorFile(path: string): Promise<AnchorFile> {
  return parseAnchors(await readFile(path, 'utf8'))
}

/**
 * Sets the anchors aside after a restore: entries they refer to may be lost, and new ones begin. The name says when it
 * was restored. Does nothing if there are none.
 */
export async function setAnchorsAside(dataDir: string, restoredAt: string): Promise<void> {
  const aside = join(dataDir, `${asidePrefix}${restoredAt.replaceAll(':', '-')}.jsonl`)
  await rename(anchorPath(dataDir), aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** The anchors of before each restore, with the time of the restore. */
export async function readAnchorsAside(
  dataDir: string,
): Promise<{ restoredAt: string; anchors: Anchor[] }[]> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(asidePrefix)).sort()
  return Promise.all(
    names.map(async (name) => {
      const time = name.slice(asidePrefix.length).replace(/\.jsonl$/, '')
      const restoredAt = time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')
      return { restoredAt, anchors: parseAnchors(await readText(join(dataDir, name))).anchors }
    }),
  )
}

const asidePrefix = 'audit-heads.until-'

function parseAnchors(text: string): AnchorFile {
  const anchors: Anchor[] = []
  const unreadable: number[] = []
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const anchor = readLine(line)
    if (anchor) anchors.push(anchor)
    else unreadable.push(index + 1)
  }
  return { anchors, unreadable }
}

function readLine(line: string): Anchor | undefined {
  try {
    const { accountId, seq, hash, seal, at, line: lineSeal, ...others } = JSON.parse(line) as Anchor
    const isWhole =
      /^[0-9a-f]{24}$/.test(accountId) && Number.isSafeInteger(seq) && seq > 0 && isHash(hash) && isHash(seal)
    if (!isWhole) return undefined
    const anchor = { accountId, seq, hash, seal, at: String(at) }
    if (lineSeal !== undefined) return isHash(lineSeal) ? { ...anchor, line: lineSeal } : undefined
    // Another field instead: the name of this one was damaged.
    return Object.keys(others).length === 0 ? anchor : undefined
  } catch {
    return undefined
  }
}

function isHash(text: unknown): boolean {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}

/** Removes an unterminated last line that a kill has left, so that the next line isn't appended to it. */
export async function repairAnchors(dataDir: string): Promise<void> {
  const text = await readText(anchorPath(dataDir))
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) await truncate(anchorPath(dataDir), Buffer.byteLength(whole))
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

/** Appends lines and resolves when they are on disk. The file is readable only by its owner. */
export async function appendAnchors(dataDir: string, anchors: readonly Anchor[]): Promise<void> {
  await appendFile(anchorPath(dataDir), linesOf(anchors), { mode: 0o600, flush: true })
}

/** Replaces all anchors atomically: a kill at any time leaves either the old or the new file complete. */
export function replaceAnchors(dataDir: string, anchors: readonly Anchor[]): Promise<void> {
  return replaceLines(anchorPath(dataDir), anchors)
}

/** Replaces the deletion records in the same way, when a rotation of SECRET_KEY seals them again. */
export function replaceDeletions(dataDir: string, deletions: readonly Anchor[]): Promise<void> {
  return replaceLines(deletionPath(dataDir), deletions)
}

async function replaceLines(path: string, anchors: readonly Anchor[]): Promise<void> {
  const draft = `${path}.draft`
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(linesOf(anchors))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

function linesOf(anchors: readonly Anchor[]): string {
  return anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join('')
}

/**
 * The chain ends of deleted accounts, one line each, in the form of anchors. `at` is the time of the deletion, and
 * `seal` that of `sealDeletion`.
 */
function deletionPath(dataDir: string): string {
  return join(dataDir, 'audit-deletions.jsonl')
}

/** Invalid lines prove nothing and are skipped. */
export async function readDeletions(dataDir: string): Promise<Anchor[]> {
  const text = await readFile(deletionPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .map(readLine)
    .filter((line) => line !== undefined)
}

export async function appendDeletion(dataDir: string, deletion: Anchor): Promise<void> {
  await appendFile(deletionPath(dataDir), linesOf([deletion]), { mode: 0o600, flush: true })
}
