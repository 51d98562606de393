import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountColumn, findObstacles, listAccountTables } from './support/account-tables.ts'
import { createTestDatabase } from './support/database.ts'

/**
 * What keeps a table of accounts from being divided by account (docs/scale.md). This list may only become shorter: a new
 * table or key contains the account.
 */
const exceptions = [
  // A revocation names a grant and no account, and a code for a token names a request. The person is on no account.
  'app_grant: foreign key app_grant_person_id_fkey',
  'app_grant: unique index app_grant_id',
  'app_grant: unique index app_grant_request',
  // A sign-in names a provider before an account is known.
  'identity_provider: unique index identity_provider_id',
  // The mailbox of the demo also shows emails to people who sign in.
  'mailbox_message: nullable account account_id',
  'mailbox_message: unique index mailbox_message_once_nobody',
  'mailbox_message: unique index mailbox_message_pkey',
  // One worker sends the messages of all accounts, and sign-in codes belong to none.
  'outbox: nullable account account_id',
  'outbox: unique index outbox_pkey',
  // Numbered for each region, and not for each account.
  'region_message: foreign key region_message_zone_fkey',
  'region_message: unique index region_message_pkey',
  // A sandbox is an account of its own, and belongs to one account only.
  'sandbox: unique index sandbox_id',
  // Two accounts must not prove the same domain.
  'sender: unique index sender_domain',
  'sign_in_domain: unique index sign_in_domain_proven',
]

const db = await createTestDatabase()

test('every key of a table of accounts contains the account, but for named exceptions', async () => {
  const found = await findObstacles(db.admin)
  expect(found.map(({ table, kind, name }) => `${table}: ${kind} ${name}`)).toEqual(exceptions)
})

test('a key without the account is found', async () => {
  await db.admin(
    `create table room (account_id text not null, id text primary key, person_id text references person (id));
     create table chair (account_id text not null, id text, room_account text, room_id text, primary key (account_id, id),
       foreign key (account_id) references account (id) on delete cascade,
       foreign key (room_id) references room (id))`,
  )
  const known = new Set(exceptions)
  const found = (await findObstacles(db.admin)).map(({ table, kind, name }) => `${table}: ${kind} ${name}`)
  await db.admin('drop table chair, room')
  expect(found.filter((line) => !known.has(line))).toEqual([
    'chair: foreign key chair_room_id_fkey',
    'room: foreign key room_person_id_fkey',
    'room: unique index room_pkey',
  ])
})

test('all tables of accounts are looked at, and docs/scale.md distributes those without an exception', async () => {
  const tables = await listAccountTables(db.admin)
  expect(tables).toEqual(
    expect.arrayContaining(['account', 'profile', 'answer', 'audit_entry', 'webhook_delivery']),
  )
  expect(tables.length).toBeGreaterThan(90)
  const excepted = new Set(exceptions.map((line) => line.split(':')[0] ?? ''))
  const text = readFileSync(join(import.meta.dirname, '../docs/scale.md'), 'utf8')
  const distributed = [...text.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g)].map(
    ([, table, column]) => {
      return `${table}.${column}`
    },
  )
  const expected = tables
    .filter((table) => !excepted.has(table))
    .map((table) => `${table}.${accountColumn(table)}`)
  expect(distributed.toSorted()).toEqual(expected)
  const whole = [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, table = '']) => table)
  expect(whole.toSorted()).toEqual([...excepted].toSorted())
})
