import { z } from 'zod'
import { readEnvironment } from '../src/config.ts'
import { prepareLogins } from '../src/database/database-url.ts'
import { readMigrations } from '../src/database/migrate.ts'
import { migrationsFolder } from '../src/database/open.ts'
import { DatabaseAddress } from '../src/environment.ts'

/**
 * `npm run database -- prepare` prepares your own PostgreSQL for the service: it runs the migrations as the owner of
 * the tables, and creates the logins of DATABASE_URL and BACKUP_DATABASE_URL or sets their passwords. After that, the
 * service only needs DATABASE_URL. No other configuration is read.
 */
const Settings = z.object({
  DATABASE_URL: DatabaseAddress,
  DATABASE_OWNER_URL: DatabaseAddress,
  BACKUP_DATABASE_URL: DatabaseAddress.optional(),
})

if (process.argv.slice(2).join(' ') !== 'prepare') {
  fail(['Usage: npm run database -- prepare, with DATABASE_OWNER_URL and DATABASE_URL set'], 2)
} else {
  const entries = Object.entries(readEnvironment()).filter(([, value]) => value !== '')
  const read = Settings.safeParse(Object.fromEntries(entries))
  if (!read.success)
    fail(
      read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      1,
    )
  else await prepare(read.data)
}

async function prepare(settings: z.output<typeof Settings>): Promise<void> {
  try {
    const addresses = {
      databaseUrl: settings.DATABASE_URL,
      ownerUrl: settings.DATABASE_OWNER_URL,
      backupUrl: settings.BACKUP_DATABASE_URL,
      log: (line: string) => void process.stderr.write(`${line}\n`),
    }
    const applied = await prepareLogins(addresses, await readMigrations(migrationsFolder))
    const logins = settings.BACKUP_DATABASE_URL
      ? 'the logins of the service and of backups'
      : 'the login of the service'
    process.stdout.write(`Applied ${applied.length} migrations; ${logins} can be used.\n`)
  } catch (error) {
    fail([error instanceof Error ? error.message : String(error)], 1)
  }
}

function fail(lines: readonly string[], exitCode: number): void {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exitCode = exitCode
}
