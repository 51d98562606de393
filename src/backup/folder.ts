import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupManifest } from './manifest.ts'
import { hashOf } from './sealed-file.ts'

export type Backup = { id: string; folder: string; manifest: BackupManifest }
export type BackupList = {
  /** Oldest first. */
  backups: Backup[]
  /** Folders that a backup in progress or one that was cut off has left, and those whose manifest can't be read. */
  incomplete: string[]
}

/** Ends the name of a folder until the backup in it is complete. */
export const incompleteEnding = '.incomplete'
const manifestName = 'manifest.json'
/** As sha256sum writes and checks it: `sha256sum -c manifest.sha256`. Backups of earlier versions have none. */
const manifestHashName = 'manifest.sha256'

/**
 * Lets `fill` write the files of a new backup, then writes the manifest and gives the folder its name. So a backup with
 * its own name is always complete and on disk. Failures remove the folder; a kill leaves one that says incomplete.
 */
export async function createBackup(
  backupDir: string,
  id: string,
  fill: (folder: string) => Promise<BackupManifest>,
): Promise<Backup> {
  const folder = join(backupDir, id)
  const draft = `${folder}${incompleteEnding}`
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  if (existsSync(folder)) throw new Error(`There is a backup ${id} already. Try again in a second.`)
  await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`A backup ${id} has been begun already. Try again in a second.`)
  })
  try {
    const manifest = await fill(draft)
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`
    const hash = createHash('sha256').update(text).digest('hex')
    const files = { [manifestName]: text, [manifestHashName]: `${hash}  ${manifestName}\n` }
    for (const [name, content] of Object.entries(files))
      await writeFile(join(draft, name), content, { mode: 0o600, flag: 'wx', flush: true })
    await syncFolder(draft)
    await rename(draft, folder)
    await syncFolder(backupDir)
    return { id, folder, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** All backups in a folder. None if there is no folder yet. */
export async function listBackups(backupDir: string): Promise<BackupList> {
  const names = await readdir(backupDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const list: BackupList = { backups: [], incomplete: [] }
  for (const name of names.filter((one) => /^\d{4}-\d\d-\d\dT/.test(one)).sort()) {
    const folder = join(backupDir, name)
    const manifest = name.endsWith(incompleteEnding) ? undefined : await findManifest(folder)
    if (manifest) list.backups.push({ id: name, folder, manifest })
    else list.incomplete.push(name)
  }
  return list
}

/** One backup, the newest by default. Throws one line if there is none, or if it is incomplete. */
export async function openBackup(backupDir: string, id?: string): Promise<Backup> {
  const { backups, incomplete } = await listBackups(backupDir)
  const found = id === undefined ? backups.at(-1) : backups.find((backup) => backup.id === id)
  if (found) return found
  if (id === undefined) throw new Error(`There is no backup in ${backupDir}.`)
  if (incomplete.some((name) => name === id || name === `${id}${incompleteEnding}`))
    throw new Error(`The backup ${id} is incomplete and can't be used.`)
  throw new Error(`There is no backup ${id}. List them with: backup list`)
}

/** Throws one line if the backup is sealed and there is no identity to open it. */
export function requireIdentity({ id, manifest }: Backup, identity: string | undefined): void {
  if (manifest.sealedFor !== null && identity === undefined)
    throw new Error(
      `The backup ${id} is sealed for ${manifest.sealedFor}. Give the file with its identity: --identity FILE`,
    )
}

/** Throws one line if the manifest isn't what was written, or if a file is missing or isn't what the manifest says. */
export async function checkFiles({ folder, manifest }: Backup): Promise<void> {
  const hash = await readFile(join(folder, manifestHashName), 'utf8').catch(() => undefined)
  if (hash !== undefined && !hash.startsWith(`${await hashOf(join(folder, manifestName))} `))
    throw new Error(
      `The file ${manifestName} of the backup ${manifest.id} is damaged: its SHA-256 isn't that of ${manifestHashName}.`,
    )
  for (const { name, bytes, sha256 } of manifest.files) {
    const path = join(folder, name)
    const size = await stat(path).then(
      (stats) => stats.size,
      () => undefined,
    )
    if (size === undefined) throw new Error(`The file ${name} is missing from the backup ${manifest.id}.`)
    if (size !== bytes || (await hashOf(path)) !== sha256)
      throw new Error(
        `The file ${name} of the backup ${manifest.id} is damaged: its SHA-256 isn't that of the manifest.`,
      )
  }
}

async function findManifest(folder: string): Promise<BackupManifest | undefined> {
  try {
    return BackupManifest.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
  } catch {
    return undefined
  }
}

/** A rename is only durable once the folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
