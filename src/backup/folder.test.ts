import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkFiles, createBackup, listBackups } from './folder.ts'
import type { BackupManifest } from './manifest.ts'

const id = '2026-11-28T09-00-00Z'
const manifest = { id, files: [] as BackupManifest['files'] } as BackupManifest

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a byte of the manifest that changed is found', async () => {
  const backup = await createBackup(newFolder(), id, async () => manifest)
  await checkFiles(backup)
  const hash = readFileSync(join(backup.folder, 'manifest.sha256'), 'utf8')
  expect(hash).toMatch(/^[0-9a-f]{64} {2}manifest\.json\n$/)
  appendFileSync(join(backup.folder, 'manifest.json'), ' ')
  await expect(checkFiles(backup)).rejects.toThrow(/^The file manifest\.json of the backup .* is damaged/)
})

test('a backup of an earlier version has no hash of its manifest, and can be used', async () => {
  const backup = await createBackup(newFolder(), id, async () => manifest)
  rmSync(join(backup.folder, 'manifest.sha256'))
  await checkFiles(backup)
})

test('of two backups in the same second the later one says in one line to try again, and harms nothing', async () => {
  const dir = newFolder()
  const started = Promise.withResolvers<void>()
  const first = createBackup(dir, id, async () => {
    await started.promise
    return manifest
  })
  await expect.poll(async () => (await listBackups(dir)).incomplete).toEqual([`${id}.incomplete`])
  const again = () => createBackup(dir, id, async () => manifest)
  await expect(again()).rejects.toThrow(`A backup ${id} has been begun already. Try again in a second.`)
  started.resolve()
  await checkFiles(await first)
  await expect(again()).rejects.toThrow(`There is a backup ${id} already.`)
})
