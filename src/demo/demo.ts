import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeAccount } from '../domain/account/store.ts'
import { type DemoFile, planAccountIds, seedDemo } from './seed.ts'
import type { DemoParts } from './stage.ts'

/**
 * Seeds the demo into an empty database and writes `demo.json` for scripts; returns what stands in it. In a
 * database that holds anything else nothing is touched. A seeding that was cut off is cleared and done again:
 * its accounts are noted in a file before the first row is written.
 */
export async function openDemo(parts: DemoParts, dataDir: string): Promise<DemoFile | undefined> {
  const file = join(dataDir, 'demo.json')
  const note = join(dataDir, 'demo.seeding')
  await clearBrokenSeeding(parts, note)
  const accounts = await parts.database.inSystem((sql) => sql.rows('select id from account limit 1'), {
    readOnly: true,
  })
  if (accounts.length > 0) return readDemo(file)
  const ids = planAccountIds(parts)
  await writeFile(note, JSON.stringify(Object.values(ids)), { mode: 0o600 })
  const demo = await seedDemo(parts, ids)
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await rm(note)
  return demo
}

async function clearBrokenSeeding(parts: DemoParts, note: string): Promise<void> {
  const text = await readFile(note, 'utf8').catch(() => undefined)
  if (text === undefined) return
  for (const id of JSON.parse(text) as string[]) {
    await parts.database.inAccount(id, (sql) => removeAccount(sql, id))
  }
  await rm(note)
}

async function readDemo(file: string): Promise<DemoFile | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as DemoFile)
}
