import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { DemoFile } from '../../src/demo/seed.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { newDataDir, type Running, startProcess } from './process.ts'
import { callAs, freePort, type Json, signIn, type TestAccount } from './service.ts'
import { openLink } from './writing.ts'

/** A database that only releases migrate, with a login that owns it and that row security applies to. */
export type UpgradedDatabase = {
  url: string
  rows: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
  /** Another one with the same content. Nothing may be connected to this one. */
  copy: () => Promise<UpgradedDatabase>
  open: () => Promise<pg.Client>
}

export async function createUpgradedDatabase(): Promise<UpgradedDatabase> {
  const target = await createTestDatabase()
  const owner = `upgrade_${target.connection.database}`
  await target.admin(`create role ${owner} login createrole password 'plain'`)
  await target.admin(`grant timbre_app, timbre_system to ${owner} with admin option`)
  await target.admin(`create database ${owner} owner ${owner}`)
  return databaseOf(target, owner, owner)
}

function databaseOf(target: TestDatabase, owner: string, name: string): UpgradedDatabase {
  const { host, port } = target.connection
  const url = `postgres://${owner}:plain@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const open = async () => {
    const client = new pg.Client({ ...target.connection, database: name })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  return {
    url,
    open,
    async rows(text, values) {
      const client = await open()
      try {
        return (await client.query(text, values)).rows as never
      } finally {
        await client.end()
      }
    },
    async copy() {
      const copied = `${name.slice(0, 40)}_${randomBytes(4).toString('hex')}`
      await target.admin(`create database ${copied} template ${name} owner ${owner} strategy file_copy`)
      return databaseOf(target, owner, copied)
    },
  }
}

/** Settings that all instances of one installation share. */
export function sharedSettings(database: UpgradedDatabase, publicUrl: string): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    PUBLIC_URL: publicUrl,
    RATE_LIMITS: 'off',
    WEBHOOKS: 'off',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
  }
}

export type Instance = Running & { dataDir: string }

/** An instance of the release in this folder. */
export async function startRelease(folder: string, settings: Record<string, string>): Promise<Instance> {
  const dataDir = newDataDir()
  const environment = { ...settings, PORT: String(await freePort()), DATA_DIR: dataDir }
  const node = join(folder, 'node_modules/.bin/node')
  return { ...startProcess(environment, folder, [node, 'src/main.ts']), dataDir }
}

export function readDemo(dataDir: string): DemoFile {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
}

/** The same account through each of two instances. */
export type TwoVersions = {
  older: TestAccount['call']
  newer: TestAccount['call']
  olderUrl: string
  newerUrl: string
}

export async function signInToBoth(older: Running, newer: Running, demo: DemoFile): Promise<TwoVersions> {
  const { demo: account } = demo.accounts
  if (!account) throw new Error('demo.json names no demo account')
  // A token of one is good for the other.
  const token = await signIn(`${older.url}/api/v4`, account)
  return {
    older: callAs(`${older.url}/api/v4`, token),
    newer: callAs(`${newer.url}/api/v4`, token),
    olderUrl: older.url,
    newerUrl: newer.url,
  }
}

/** What each of two versions writes, read by the other. Throws at the first difference, and returns what was compared. */
export async function exchange({ older, newer, olderUrl, newerUrl }: TwoVersions, demo: DemoFile) {
  const done: string[] = []
  const compare = (what: string, one: unknown, other: unknown) => {
    if (JSON.stringify(one) !== JSON.stringify(other))
      throw new Error(`${what}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`)
    done.push(what)
  }
  for (const [name, writer, reader] of [
    ['older', older, newer],
    ['newer', newer, older],
  ] as const) {
    const key = { 'idempotency-key': `upgrade-${name}-${randomBytes(6).toString('hex')}` }
    const person = { firstName: 'Noor', lastName: `By ${name}`, email: `${name}@upgrade.test` }
    const made = await writer('POST', '/profile', person, key)
    compare(`${name}: created`, made.status, 201)
    const { id } = made.body.profile
    const repeated = await reader('POST', '/profile', person, key)
    compare(`${name}: a repeated key`, repeated.body?.profile?.id, id)
    const changed = await reader('PATCH', `/profile/${id}`, { firstName: 'Nora' })
    compare(`${name}: changed by the other`, changed.status, 200)
    const [own, others] = [await writer('GET', `/profile/${id}`), await reader('GET', `/profile/${id}`)]
    compare(`${name}: read by both`, sharedFields(own.body, others.body), sharedFields(others.body, own.body))
    compare(`${name}: changed name`, own.body.profile.firstName, 'Nora')
    const tag = await writer('POST', '/tag', { label: `Tag of ${name}`, color: 'blue' })
    const tagged = await reader('PUT', `/tag/${tag.body.tag.id}/profiles`, { profileIds: [id] })
    compare(`${name}: tagged by the other`, tagged.status, 200)
    const filter = `/profiles?tagIds=${tag.body.tag.id}`
    compare(`${name}: found by tag`, idsOf(await writer('GET', filter)), [id])
    compare(`${name}: found by name`, idsOf(await reader('GET', '/profiles?search=Nora')).includes(id), true)
    const sent = await writer('POST', `/profile/${id}/invite/email`)
    compare(`${name}: invited`, sent.status, 204)
    compare(`${name}: deleted by the other`, (await reader('DELETE', `/profile/${id}`)).status, 204)
    compare(`${name}: gone`, (await writer('GET', `/profile/${id}`)).status, 404)
  }
  // A person whose browser is answered by one and the other in turns.
  const cookie = await openLink(olderUrl, demo.takeLink)
  for (let seq = 1; seq <= 40; seq += 1) {
    const answer = { assessment: 'focus', item: seq, value: (seq % 5) + 1, seq }
    const response = await fetch(`${seq % 2 ? newerUrl : olderUrl}/take/answers`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ attempt: 1, answers: [answer] }),
    })
    if (!((await response.json()) as { saved: number[] }).saved?.includes(seq))
      throw new Error(`answer ${seq} was not saved: ${response.status}`)
  }
  done.push('40 answers in turns')
  return done
}

/** Only what both versions know: a newer one may add fields. */
function sharedFields(one: Json, other: Json): Json {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one
  const names = Object.keys(one)
    .filter((name) => name in other)
    .toSorted()
  return Object.fromEntries(names.map((name) => [name, sharedFields(one[name], other[name])]))
}

function idsOf({ body }: { body: Json }): string[] {
  return (body.profiles ?? []).map(({ id }: { id: string }) => id)
}

/** Adds people and entries of the audit log to an account, as a large one has them. */
export async function addBulk(database: UpgradedDatabase, accountId: string, count: number): Promise<void> {
  await database.rows(
    `insert into profile (account_id, id, created_at, updated_at, first_name, last_name, name_key, state,
       available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now() - n * interval '1 second', now(), 'Person', n::text, 'person ' || n, 'pending',
       '{disc}', '{}' from generate_series(1, $2::int) n`,
    [accountId, count],
  )
  await database.rows(
    `insert into audit_entry (account_id, seq, id, at, actor_kind, actor_id, action, target_type, target_id, request_id,
       changes, hash)
     select $1, 1000000000 + n, 'f' || lpad(to_hex(n), 23, '0'), now(), 'machine', 'bulk', 'profile.update', 'profile',
       lpad(to_hex(n), 24, '0'), 'bulk', '{}', '\\x00' from generate_series(1, $2::int) n`,
    [accountId, count],
  )
}

/** Columns, indexes, constraints and policies, to compare two databases. */
export async function schemaOf(database: UpgradedDatabase): Promise<string[]> {
  const rows = await database.rows<{ line: string }>(`
    select format('column %s.%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    union all select format('index %s valid %s', pg_get_indexdef(indexrelid), indisvalid) from pg_index
      join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('policy %s %s %s', tablename, policyname, qual) from pg_policies order by line`)
  return rows.map(({ line }) => line)
}
