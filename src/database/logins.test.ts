import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { afterFile } from '../../test/support/file-cleanup.ts'
import { connect } from './connect.ts'
import { prepareDatabaseUrl, prepareLogins } from './database-url.ts'
import { ensureLogin } from './logins.ts'
import { migrate, readMigrations } from './migrate.ts'
import { migrationsFolder, openDatabase } from './open.ts'

const [ours, theirs] = ['a'.repeat(24), 'b'.repeat(24)]

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  for (const id of [ours, theirs]) {
    await db.admin(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'A')`, [
      id,
    ])
    await db.admin(
      `insert into tag (account_id, id, created_at, updated_at, label, color)
       values ($1, $1, now(), now(), 'Kept', 'red')`,
      [id],
    )
  }
})

const asUser = (address: string, user: string, password: string) => {
  const url = new URL(address)
  url.username = user
  url.password = password
  return url.href
}

/** A name that no concurrent test uses: logins belong to the whole server. */
const newUser = (kind: string) => {
  const user = `${kind}_${randomBytes(6).toString('hex')}`
  afterFile(async () => {
    await db.admin(`drop owned by ${user}`).catch(() => {})
    await db.admin(`drop role if exists ${user}`)
  })
  return user
}

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What an attacker who can run any statement as the service would try. Each is one rolled-back transaction. */
const escapes: Record<string, string> = {
  'become the owner': 'set role timbre',
  'sign in as the owner': 'set session authorization timbre',
  'become the login of backups': 'set role timbre_backup',
  'read a file': `select pg_read_file('PG_VERSION')`,
  'read a file in binary': `select pg_read_binary_file('PG_VERSION')`,
  'list a folder': `select pg_ls_dir('.')`,
  'run a program by writing': `copy (select 1) to program 'true'`,
  'run a program by reading': `create temporary table got (line text); copy got from program 'true'`,
  'write a file': `copy (select 1) to '/tmp/timbre-escape-test'`,
  'read a file into a table': `create temporary table got (line text); copy got from '/etc/passwd'`,
  'import a file': `select lo_import('/etc/passwd')`,
  'make an extension': 'create extension file_fdw',
  'make a function in an untrusted language': `create function pg_temp.f() returns integer language c as 'libc', 'getpid'`,
  'make a function in the schema': `create function f() returns integer language sql as 'select 1'`,
  'make a table in the schema': 'create table public.mine (id integer)',
  'make a schema': 'create schema mine',
  'lift row security': 'alter table profile disable row level security',
  'no longer force row security': 'alter table profile no force row level security',
  'drop a policy': 'drop policy own_account on profile',
  'add a policy': 'create policy everything on profile using (true)',
  'make a role': 'create role stranger login superuser',
  'become a superuser': 'alter role current_user superuser',
  'bypass row security': 'alter role current_user bypassrls',
  'take the rights of another role': 'grant pg_read_all_data to current_user',
  'take a table': 'alter table profile owner to current_user',
  'give a right on':
    'grant select on person to timbre_app; set local role timbre_app; select count(*) from person',
  'read passwords': 'select rolpassword from pg_authid',
  'read passwords by the old view': 'select passwd from pg_shadow',
  'read past row security': 'set local row_security = off; select count(*) from tag',
  'read all accounts': `select 1 / (select (count(*) = 2)::integer from tag)`,
  'read who signs in, in the name of an account': 'set local role timbre_app; select count(*) from person',
  'read people, in the name of the installation': 'set local role timbre_system; select doc from profile',
  'switch triggers off': 'set session_replication_role = replica',
  'put a trigger on a table': 'create trigger t before insert on profile for each row execute function f()',
  'empty the audit log': 'truncate audit_entry',
  'change the audit log': `set local role timbre_app; update audit_entry set action = 'x'`,
  'delete from the audit log': 'set local role timbre_app; delete from audit_entry',
  'change the list of migrations': 'delete from migration',
  'change the server': `alter system set log_statement = 'all'`,
  'load the configuration anew': 'select pg_reload_conf()',
  'end connections of the owner':
    'select 1 / (select count(*) filter (where pg_terminate_backend(pid))::integer from pg_stat_activity where pid <> pg_backend_pid() and usename = $$timbre$$)',
  'open another server': 'create server s foreign data wrapper postgres_fdw',
  'take the rights of a function': 'alter function similarity(text, text) security definer',
  'change what all connections do': `alter role timbre set search_path = 'mine'`,
  'load a library': `load 'auto_explain'`,
  'drop the database': 'drop table profile cascade',
}

/** The server of the tests has fsync off, which is a warning of its own. */
const isOfLogin = (warning: string) => warning.startsWith('The login')
const prepareAndWarn = async (...parts: Parameters<typeof prepareDatabaseUrl>) =>
  (await prepareDatabaseUrl(...parts)).filter(isOfLogin)

describe('the login of the service', () => {
  test('cannot escape with any of these, neither as itself nor in its roles', async () => {
    const succeeded = await withClient(db.runtime, async (client) => {
      const names: string[] = []
      for (const role of ['none', 'timbre_app', 'timbre_system']) {
        for (const [name, statement] of Object.entries(escapes)) {
          await client.query(`begin; set local role ${role}`)
          await client.query(statement).then(
            () => names.push(`${role}: ${name}`),
            () => {},
          )
          await client.query('rollback; reset all; reset role')
        }
      }
      return names
    })
    expect(Object.keys(escapes).length).toBeGreaterThanOrEqual(40)
    expect(succeeded).toEqual([])
    expect(await db.admin('select count(*)::integer as count from tag')).toEqual([{ count: 2 }])
  })

  test('the same statements are real: most of them work for a superuser', async () => {
    const worked = await withClient(db.connection, async (client) => {
      let count = 0
      // Without those that end connections or need no rights.
      const all = Object.entries(escapes).filter(([name]) => !/connections|server$/.test(name))
      for (const [, statement] of all) {
        await client.query('begin')
        await client.query(statement).then(
          () => {
            count += 1
          },
          () => {},
        )
        await client.query('rollback; reset all; reset role; reset session authorization')
      }
      return count
    })
    expect(worked).toBeGreaterThanOrEqual(25)
  })

  test('owns nothing, inherits nothing, and can switch to the two roles', async () => {
    const [login] = await db.admin(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit,
          (select count(*)::integer from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o') as owned,
          array(select roleid::regrole::text from pg_auth_members where member = pg_roles.oid order by 1) as roles
         from pg_roles where rolname = 'timbre_runtime'`,
    )
    expect(login).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolinherit: false,
      owned: 0,
      roles: ['timbre_app', 'timbre_system'],
    })
    const bare = withClient(db.runtime, (client) => client.query('select id from account'))
    await expect(bare).rejects.toMatchObject({ code: '42501' })
  })

  test('a statement outside of a transaction sees no account, even after reset role', async () => {
    const database = connect({ connection: db.runtime, poolSize: 1 })
    const [seen, bare] = await database
      .inAccount(ours, async (sql) => {
        const own = await sql.rows('select id from tag')
        await sql.run('reset role')
        return [own, await sql.rows('select id from tag').catch((error: Error) => error.message)]
      })
      .catch((error: Error) => [[], error.message])
    expect(seen).toEqual([])
    expect(bare).toContain('permission denied for table tag')
    await database.close()
  })
})

describe('an external database', () => {
  test('prepare runs migrations as the owner and creates both logins; the service starts without the owner', async () => {
    const [owner, runtime, backup] = ['owner', 'runtime', 'backup'].map(newUser) as [string, string, string]
    const name = `prepared_${randomBytes(6).toString('hex')}`
    await db.admin(`create role ${owner} login superuser password 'o'`)
    await db.admin(`create database ${name} owner ${owner}`)
    afterFile(() => db.admin(`drop database ${name} with (force)`))
    const url = db.url.replace(/\/test_\w+/, `/${name}`)
    const addresses = {
      ownerUrl: asUser(url, owner, 'o'),
      databaseUrl: asUser(url, runtime, 'r/ä'),
      backupUrl: asUser(url, backup, 'b'),
    }
    const migrations = await readMigrations(migrationsFolder)
    expect(await prepareLogins(addresses, migrations)).toHaveLength(migrations.length)
    expect(await prepareLogins(addresses, migrations)).toEqual([])
    expect(await prepareAndWarn({ databaseUrl: addresses.databaseUrl }, migrations)).toEqual([])
    const database = connect({ connection: addresses.databaseUrl })
    expect(await database.look(async () => 1)).toEqual({
      writable: true,
      migrated: true,
      seen: 1,
      damaged: false,
    })
    await database.close()
    const newer = [...migrations, { name: '9001-newer.sql', sha256: 'x', text: 'select 1' }]
    await expect(prepareDatabaseUrl({ databaseUrl: addresses.databaseUrl }, newer)).rejects.toThrow(
      /lacks 1 of the migrations of this version \(from 9001-newer\.sql\).*DATABASE_OWNER_URL/,
    )
    const same = { ...addresses, databaseUrl: addresses.ownerUrl }
    await expect(prepareLogins(same, migrations)).rejects.toThrow('owns the tables')
  })

  test('prepare works for an owner that is not a superuser, and can be repeated', async () => {
    const [owner, runtime] = ['owner', 'runtime'].map(newUser) as [string, string]
    const name = `plain_${randomBytes(6).toString('hex')}`
    await db.admin(`create role ${owner} login createrole password 'o'`)
    await db.admin(`grant timbre_app, timbre_system to ${owner} with admin option`)
    await db.admin(`create database ${name} owner ${owner}`)
    afterFile(() => db.admin(`drop database ${name} with (force)`))
    const url = db.url.replace(/\/test_\w+/, `/${name}`)
    const migrations = await readMigrations(migrationsFolder)
    for (const password of ['first', 'second']) {
      const databaseUrl = asUser(url, runtime, password)
      await prepareLogins({ ownerUrl: asUser(url, owner, 'o'), databaseUrl }, migrations)
      expect(await prepareAndWarn({ databaseUrl }, migrations)).toEqual([])
    }
  })

  test('with DATABASE_OWNER_URL the start itself creates the login of the service, without warnings', async () => {
    const runtime = newUser('runtime')
    const migrations = await readMigrations(migrationsFolder)
    const databaseUrl = asUser(db.url, runtime, 'r')
    expect(await prepareAndWarn({ databaseUrl, ownerUrl: db.ownerUrl }, migrations)).toEqual([])
    await withClient({ connectionString: databaseUrl }, (client) => client.query('set role timbre_app'))
  })

  test.each([
    ['superuser', 'login superuser', 'is a superuser'],
    ['bypassing', 'login bypassrls', 'bypasses row security'],
    ['making', 'login createrole', 'can create roles'],
  ])('a %s login of DATABASE_URL causes a one-line warning', async (kind, rights, words) => {
    const user = newUser(kind)
    await db.admin(`create role ${user} ${rights} password 'p'`)
    await db.admin(`grant timbre_app, timbre_system to ${user}`)
    const lines: string[] = []
    const opened = await openDatabase({
      dataDir: mkdtempSync(join(tmpdir(), 'timbre-logins-')),
      databaseUrl: asUser(db.url, user, 'p'),
      log: (line) => lines.push(line),
    })
    await opened.close()
    const warnings = opened.warnings.filter(isOfLogin)
    expect(warnings).toEqual([expect.stringContaining(`The login of DATABASE_URL ${words}`)])
    expect(lines).toEqual(opened.warnings)
    expect(warnings[0]).not.toContain('\n')
    expect(opened.warnings.join()).toContain('fsync = off')
  })

  test('a login that owns the tables causes a warning, and works', async () => {
    const user = newUser('owning')
    const name = `owned_${randomBytes(6).toString('hex')}`
    await db.admin(`create role ${user} login password 'p'`)
    await db.admin(`grant timbre_app, timbre_system to ${user}`)
    await db.admin(`create database ${name} owner ${user}`)
    afterFile(() => db.admin(`drop database ${name} with (force)`))
    const databaseUrl = asUser(db.url.replace(/\/test_\w+/, `/${name}`), user, 'p')
    const migrations = await readMigrations(migrationsFolder)
    await migrate({ connectionString: databaseUrl }, migrations)
    expect(await prepareAndWarn({ databaseUrl }, migrations)).toEqual([
      expect.stringContaining('The login of DATABASE_URL owns the tables'),
    ])
  })
})

describe('the login for backups', () => {
  test('can read every row of every account, and write nothing', async () => {
    const user = newUser('backup')
    await withClient(db.connection, (client) => ensureLogin(client, 'backup', { user, password: 'b' }))
    await withClient({ ...db.connection, user, password: 'b' }, async (client) => {
      await client.query('set row_security = off')
      const { rows } = await client.query('select account_id from tag order by account_id')
      expect(rows).toEqual([{ account_id: ours }, { account_id: theirs }])
      const tables = await client.query(
        `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      )
      expect(tables.rows.length).toBeGreaterThan(30)
      await client.query('begin')
      for (const { relname } of tables.rows) {
        await client.query(`lock table ${relname} in access share mode`)
        await client.query(`select count(*) from ${relname}`)
      }
      await client.query('rollback')
      await client.query('set default_transaction_read_only = off')
      for (const write of ['delete from tag', 'truncate tag', 'create table t ()', 'set role timbre_app'])
        await expect(client.query(write), write).rejects.toMatchObject({ code: '42501' })
    })
  })

  test('can dump the database with pg_dump, if a recent one is installed', async ({ skip }) => {
    const version = await promisify(execFile)('pg_dump', ['--version']).then(
      ({ stdout }) => stdout,
      () => '',
    )
    const [row] = await db.admin<{ version: number }>(
      `select current_setting('server_version_num')::integer / 10000 as version`,
    )
    if (Number(/(\d+)\./.exec(version)?.[1] ?? 0) < (row?.version ?? 99)) skip()
    const user = newUser('backup')
    await withClient(db.connection, (client) => ensureLogin(client, 'backup', { user, password: 'b' }))
    const { stdout } = await promisify(execFile)('pg_dump', [asUser(db.url, user, 'b')])
    expect(stdout).toContain(theirs)
  })
})
