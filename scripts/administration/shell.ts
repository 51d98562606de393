import type { Config } from '../../src/config.ts'
import { notFound } from '../../src/contract/failure.ts'
import type { Account, Change, InstallationConfig } from '../../src/contract/operation.ts'
import type { Database, Sql } from '../../src/contract/ports.ts'
import { openCliConnection } from '../../src/database/cli-connection.ts'
import { readMigrations } from '../../src/database/migrate.ts'
import { migrationsFolder } from '../../src/database/open.ts'
import { recordingErasures } from '../../src/database/recorded-erasures.ts'
import { findAccount } from '../../src/domain/account/caller-status-store.ts'
import { listAccountIds } from '../../src/domain/account/store.ts'
import { recordChanges } from '../../src/domain/audit/record.ts'
import { setEventOrigin } from '../../src/domain/event/record.ts'
import type { SecretKeyring } from '../../src/identity/secret-keyring.ts'
import { openSigningKeys } from '../../src/identity/signing-keys.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { erasureRecorder } from '../../src/start/erasure-recorder.ts'
import { openSecretKeys } from '../../src/start/secret-keys.ts'

/** What commands use: the installation's database and configuration. */
export type Shell = {
  database: Database
  dataDir: string
  /** BACKUP_DIR, if backups are configured. */
  backupDir: string | undefined
  region: string
  /** Whether another region runs the authorization server. */
  hasRemoteAuthServer: boolean
  trialDays: number
  /** How to call the other regions. */
  regions: Pick<Config, 'peers' | 'regionSecret' | 'previousRegionSecret' | 'authorizationZone'>
  secretKey: SecretKeyring
  /** What emails need: the addresses of pages, and the key that seals queued emails. */
  installation: Pick<InstallationConfig, 'publicUrl' | 'authUrl' | 'secretKey' | 'quotas' | 'trial'>
  /** SECRET_KEY itself, or undefined if the keys are in files of DATA_DIR. */
  configuredKey: Buffer | undefined
  /** The name of the newest migration of this version. */
  newestMigration: () => Promise<string>
  now: () => Date
  newId: () => string
}

/**
 * Opens the configured installation, whether or not its service is running, does the work and closes it. Throws if
 * SECRET_KEY does not match the installation, because nothing could open what a command seals.
 */
export async function withShell<T>(
  config: Config,
  { mayCreate, warn = warnOnStderr }: { mayCreate: boolean; warn?: (line: string) => void },
  work: (shell: Shell) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseOwnerUrl, region, trial, isAuthorizationServer, peers } = config
  // Commands keep settings in their sessions.
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  const hasRemoteAuthServer = !isAuthorizationServer && Object.keys(peers).length > 0
  // Before the database, as at a first start. A command that may not create one makes no key either.
  const early = mayCreate ? await openSecretKeys(config) : undefined
  const { database: unrecorded, close } = await openCliConnection({
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
    archiveLog: config.backup !== undefined,
    refuseMoving: Object.keys(peers).length > 0,
    mayCreate,
    log: warn,
  })
  try {
    const now = () => new Date()
    const secretKey = early ?? (await openSecretKeys(config))
    const database = recordingErasures(unrecorded, erasureRecorder(config, { secretKey, clock: now }))
    await openSigningKeys(database, secretKey, now())
    const newId = () => newPublicId()
    const facts = {
      dataDir,
      backupDir: config.backup?.dir,
      region,
      hasRemoteAuthServer,
      trialDays: trial.days,
      regions: config,
    }
    const { publicUrl, authUrl, quotas } = config
    const installation = { publicUrl, authUrl, secretKey, quotas, trial }
    return await work({
      ...facts,
      installation,
      database,
      secretKey,
      configuredKey: config.secretKey,
      newestMigration: newestMigrationName,
      now,
      newId,
    })
  } finally {
    await close()
  }
}

function warnOnStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Reads within an account; fails as missing if there is no account with that id. */
export function readAccount<T>(
  { database }: Shell,
  accountId: string,
  work: (sql: Sql, account: Account) => Promise<T>,
): Promise<T> {
  const read = async (sql: Sql) => work(sql, await requireAccount(sql, accountId))
  return database.inAccount(accountId, read, { readOnly: true })
}

/** Changes an account and writes the change to its audit log, in one transaction. */
export function changeAccount<T>(
  shell: Shell,
  accountId: string,
  action: string,
  work: (sql: Sql, account: Account) => Promise<{ result: T; changes: readonly Change[] }>,
): Promise<T> {
  return changeWithAudit(shell, accountId, action, async (sql) =>
    work(sql, await requireAccount(sql, accountId)),
  )
}

/** The same for an account that is being created. */
export async function changeWithAudit<T>(
  { database, region, now, newId, secretKey }: Shell,
  accountId: string,
  action: string,
  work: (sql: Sql) => Promise<{ result: T; changes: readonly Change[] }>,
): Promise<T> {
  return database.inAccount(accountId, async (sql) => {
    const requestId = newId()
    const by = { kind: 'operator', clientId: null } as const
    setEventOrigin(sql, { accountId, region, by, requestId, now, newId })
    const { result, changes } = await work(sql)
    recordChanges(sql, {
      accountId,
      actor: { kind: 'operator', id: 'shell', clientId: null },
      action,
      requestId,
      changes,
      now: now(),
      newId,
      secretKey,
    })
    return result
  })
}

/** Undefined if there is no account with that id. */
export function findAccountHere({ database }: Shell, accountId: string): Promise<Account | undefined> {
  const find = async (sql: Sql) => (await findAccount(sql, accountId, null))?.account
  return database.inAccount(accountId, find, { readOnly: true })
}

async function newestMigrationName(): Promise<string> {
  return (await readMigrations(migrationsFolder)).at(-1)?.name.replace('.sql', '') ?? 'none'
}

/** Fails as missing if there is no account with that id. */
export async function requireAccount(sql: Sql, accountId: string): Promise<Account> {
  const found = await findAccount(sql, accountId, null)
  if (!found) throw notFound(`There is no account ${accountId}. List them with: account list`)
  return found.account
}

/** The ids of all accounts, read page by page. Data of an account is read within it. */
export async function* accountIdsOf(database: Database): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const ids = await database.inSystem((sql) => listAccountIds(sql, after, idsAtOnce), { readOnly: true })
    yield* ids
    if (ids.length < idsAtOnce) return
    after = ids.at(-1) ?? after
  }
}

const idsAtOnce = 500
