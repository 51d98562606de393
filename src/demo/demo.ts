import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasAccounts, removeDemoAccount } from '../domain/account/store.ts'
import { takeTurn } from '../domain/instance/store.ts'
import type { DemoParts } from './demo-gate.ts'
import { type DemoFile, planAccountIds, seedDemo } from './seed.ts'

/**
 * Seeds the demo into an empty database, writes `demo.json` for scripts and returns its content. A database with other
 * data is left unchanged. An interrupted seeding is cleared and repeated: its account ids are written to a file before
 * the first row.
 */
export async function openDemo(
  parts: DemoParts,
  dataDir: string,
  receiverUrl?: string,
): Promise<DemoFile | undefined> {
  // Two first starts on one database would seed two demos.
  return parts.database.inSystem(async (sql) => {
    await takeTurn(sql, 'timbre demo')
    return openAlone(parts, dataDir, receiverUrl)
  })
}

async function openAlone(
  parts: DemoParts,
  dataDir: string,
  receiverUrl: string | undefined,
): Promise<DemoFile | undefined> {
  const file = join(dataDir, 'demo.json')
  const note = join(dataDir, 'demo.seeding')
  await clearBrokenSeeding(parts, note)
  if (await parts.database.inSystem(hasAccounts, { readOnly: true })) return readDemo(file)
  const ids = planAccountIds(parts)
  await writeWhole(note, JSON.stringify(Object.values(ids)))
  const demo = await seedDemo(parts, ids, receiverUrl)
  await writeWhole(file, `${JSON.stringify(demo, null, 2)}\n`)
  await rm(note)
  return demo
}

/** Whether an earlier start has seeded the demo here. */
export async function isSeeded(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'demo.json')).then(
    () => true,
    () => false,
  )
}

async function clearBrokenSeeding(parts: DemoParts, note: string): Promise<void> {
  const text = await readFile(note, 'utf8').catch(() => undefined)
  if (text === undefined) return
  for (const id of JSON.parse(text) as string[]) {
    await parts.database.inSystem((sql) => removeDemoAccount(sql, id))
  }
  await rm(note)
}

/** Written atomically and readable by the owner only. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`
  await rm(draft, { force: true })
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}

async function readDemo(file: string): Promise<DemoFile | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as DemoFile)
}
