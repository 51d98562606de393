import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Anchor } from '../contract/anchor.ts'
import type { AuditHeadRow } from '../database/audit-heads.ts'
import type { BackupManifest } from './manifest.ts'
import { type BackupFile, hashOf } from './sealed-file.ts'

/** The ends of all audit chains, for the manifest. */
export function headsOf(auditHeads: readonly AuditHeadRow[]): BackupManifest['auditHeads'] {
  return auditHeads.map(({ accountId, seq, hash }) => ({ accountId, seq, hash: hash.toString('hex') }))
}

/** The sealed ends of all audit chains, in the form of the anchor file. */
export async function writeHeads(
  folder: string,
  auditHeads: readonly AuditHeadRow[],
  at: Date,
): Promise<BackupFile> {
  const lines = auditHeads.map(({ accountId, seq, hash, seal }) => {
    const [hexHash, hexSeal] = [hash.toString('hex'), seal.toString('hex')]
    return JSON.stringify({
      accountId,
      seq,
      hash: hexHash,
      seal: hexSeal,
      at: at.toISOString(),
    } satisfies Anchor)
  })
  return writePlain(folder, 'audit-heads.jsonl', lines.map((line) => `${line}\n`).join(''))
}

/** The records of deleted accounts, if there are any. */
export async function copyDeletions(folder: string, dataDir: string): Promise<BackupFile[]> {
  const name = 'audit-deletions.jsonl'
  const text = await readFile(join(dataDir, name), 'utf8').catch(() => undefined)
  return text === undefined ? [] : [await writePlain(folder, name, text)]
}

async function writePlain(folder: string, name: string, text: string): Promise<BackupFile> {
  const path = join(folder, name)
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true })
  return { name, bytes: Buffer.byteLength(text), sha256: await hashOf(path) }
}
