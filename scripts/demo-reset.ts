import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig, readEnvironment } from '../src/config.ts'
import { stopOrphan } from '../src/database/cluster-claim.ts'
import { lockDataDir } from '../src/database/data-dir-lock.ts'

/**
 * Removes the demo from a data directory, so that the next start seeds a new one: the embedded database or PGlite's
 * folder, the demo's files and the generated key. Everything else stays. Returns the names of what was removed. Throws
 * one line if a service uses the directory, or if it has a database but no demo file, unless `force` confirms that the
 * database may be removed.
 */
export async function resetDemo(dataDir: string, { force = false } = {}): Promise<string[]> {
  if (!existsSync(dataDir)) return []
  const lock = await lockDataDir(dataDir)
  try {
    const present = remains.filter((name) => existsSync(join(dataDir, name)))
    const hasDatabase = databases.some((name) => present.includes(name))
    const hasDemo = demoFiles.some((name) => present.includes(name))
    if (hasDatabase && !hasDemo && !force) throw new Error(notTheDemo(dataDir))
    // A killed service may have left its database server running on these files.
    if (present.includes('postgres')) await stopOrphan(join(dataDir, 'postgres'))
    for (const name of present) rmSync(join(dataDir, name), { recursive: true, force: true })
    return present
  } finally {
    lock.release()
  }
}

const demoFiles = ['demo.json', 'demo.seeding']
const drafts = ['demo.json.draft', 'demo.seeding.draft']
const databases = ['postgres', 'pglite']
const remains = [
  ...databases,
  'postgres.new',
  'postgres.new-password',
  'postgres-password',
  ...demoFiles,
  ...drafts,
  'secret.key',
  'audit-heads.jsonl',
  'audit-heads.jsonl.draft',
  'audit-deletions.jsonl',
]

function notTheDemo(dataDir: string): string {
  return (
    `${dataDir} has a database but no demo.json, so it may not be the demo's. Nothing was removed. ` +
    'To remove it all the same: npm run demo:reset -- --force'
  )
}

async function main(): Promise<void> {
  const read = readConfig(readEnvironment())
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const { databaseUrl, dataDir } = read.config
  if (databaseUrl) {
    throw new Error('DATABASE_URL is set: that database is yours and is left alone. Nothing was removed.')
  }
  const place = resolve(dataDir)
  const removed = await resetDemo(place, { force: process.argv.includes('--force') })
  process.stdout.write(
    removed.length === 0
      ? `There is nothing to remove in ${place}.\n`
      : `Removed from ${place}: ${removed.join(', ')}. The next start seeds a new demo.\n`,
  )
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
