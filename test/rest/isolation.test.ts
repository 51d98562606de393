import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { addressOf, doors } from '../support/doors.ts'
import { comparable } from '../support/envelope.ts'
import { type Answer, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { changedRows, openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let attacker: TestAccount
let victim: TestAccount
let profileId = ''
let tagId = ''
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  attacker = await running.account()
  victim = await running.account()
  tagId = newPublicId()
  await running.db.admin(
    `insert into tag (account_id, id, created_at, updated_at, label, color) values ($1, $2, now(), now(), 'Hidden', 'blue')`,
    [victim.id, tagId],
  )
  const { body } = await victim.call('POST', '/profile', {
    email: 'victim@test.test',
    phone: '+4915112345678',
    firstName: 'Hidden',
    lastName: 'Person',
    tagIds: [tagId],
    customId: 'crm-7',
  })
  profileId = body.profile.id
  await victim.call('POST', `/profile/${profileId}/invite/email`)
  await running.service.drainOutbox()
  await fillTheRest()
})

/** What only a person at work leaves, so that every table holds a row of the victim. */
async function fillTheRest(): Promise<void> {
  const statements = [
    `insert into take_session select account_id, '\\x01', profile_id, id, now(), now() from invite where profile_id = $2 and account_id = $1`,
    `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash) values ($1, $2, 1, 'disc', 'f', 'h')`,
    `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at) values ($1, $2, 1, 'disc', 1, '{}', 1, now())`,
    `insert into stopwatch values ($1, $2, 1, 'disc', 's', 1, 1, 1, now(), now())`,
    `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, result, created_at) values ($1, $2, 1, 'disc', 'f', 'h', '1', '{}', now())`,
  ]
  for (const statement of statements) await tables.rows(statement, [victim.id, profileId])
}

/** Status, headers that matter and body, without what differs by nature between two equal answers. */
function seen({ status, headers, text }: Answer): string {
  const shown = [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'keep-alive', 'connection', 'content-length'].includes(name),
  )
  return JSON.stringify([status, shown, comparable(text)])
}

describe('an id of another account is answered like one that does not exist', () => {
  const bodies: Record<string, unknown> = {
    update_profile: { firstName: 'Taken over', email: 'evil@test.test' },
  }

  test('on every operation with an id in its path, byte for byte, and nothing changes', async () => {
    const before = await tables.dump()
    let checked = 0
    for (const door of doors.filter((one) => one.inPath.length > 0)) {
      const ask = (id: string) =>
        attacker.call(door.method, addressOf(door, { [door.inPath[0] as string]: id }), bodies[door.name])
      const unknown = await ask(newPublicId())
      const foreign = await ask(profileId)
      expect([403, 404], door.name).toContain(foreign.status)
      expect(seen(foreign), door.name).toBe(seen(unknown))
      checked += 1
    }
    expect(checked).toBeGreaterThanOrEqual(4)
    await running.service.drainOutbox()
    expect(changedRows(before, await tables.dump())).toEqual([])
  })

  test('in every list of ids and keys that filters the profiles', async () => {
    await attacker.call('POST', '/profile', { firstName: 'Own' })
    for (const [field, foreign, unknown] of [
      ['profileIds', profileId, newPublicId()],
      ['tagIds', tagId, newPublicId()],
      ['customIds', 'crm-7', 'crm-8'],
      ['search', 'Hidden', 'Xyzzyx'],
    ] as const) {
      const without = (answer: Answer, text: string) => seen(answer).replaceAll(text, '')
      const [one, other] = [
        await attacker.call('GET', `/profiles?includeTags=true&${field}=${foreign}`),
        await attacker.call('GET', `/profiles?includeTags=true&${field}=${unknown}`),
      ]
      expect(one.body.pagination.total, field).toBe(0)
      expect(without(one, foreign), field).toBe(without(other, unknown))
    }
    expect((await attacker.call('GET', '/profiles')).body.pagination.total).toBe(1)
  })

  test('in the tags of a new profile, and nothing is created', async () => {
    const before = await tables.dump()
    const create = (id: string) => attacker.call('POST', '/profile', { email: 'new@test.test', tagIds: [id] })
    expect(seen(await create(tagId))).toBe(seen(await create(newPublicId())))
    expect(changedRows(before, await tables.dump())).toEqual([])
  })

  test('addresses and keys that another account uses are free here', async () => {
    const answer = await attacker.call('POST', '/profile', {
      email: 'victim@test.test',
      phone: '+4915112345678',
      customId: 'crm-7',
    })
    expect(answer.status).toBe(201)
    expect(answer.body.profile.id).not.toBe(profileId)
    expect(answer.text).not.toContain('Hidden')
  })
})

describe('the database itself', () => {
  /** Runs statements as the role of the service, bound to an account or to none. */
  async function asApp<T>(
    accountId: string | undefined,
    work: (client: pg.Client) => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client(running.db.connection)
    await client.connect()
    try {
      await client.query('begin; set local role timbre_app')
      if (accountId) await client.query(`select set_config('app.account', $1, true)`, [accountId])
      return await work(client)
    } finally {
      await client.end()
    }
  }

  const ownTables = async () =>
    (
      await tables.rows<{ name: string }>(
        `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
          and relname not in ('migration', 'signing_key') order by 1`,
      )
    ).map((row) => row.name)
  const keyOf = (name: string) => (name === 'account' ? 'id' : 'account_id')

  test('every table holds rows of the victim, so that what follows proves something', async () => {
    for (const name of await ownTables()) {
      const rows = await tables.rows(`select 1 from "${name}" where ${keyOf(name)} = $1`, [victim.id])
      expect(rows.length, name).toBeGreaterThan(0)
    }
  })

  test('bound to one account, no row of another can be read, changed, deleted or added in any table', async () => {
    for (const name of await ownTables()) {
      const key = keyOf(name)
      await asApp(attacker.id, async (client) => {
        const read = await client.query(`select 1 from "${name}" where ${key} <> $1`, [attacker.id])
        expect(read.rowCount, name).toBe(0)
        const changed = await client.query(`update "${name}" set ${key} = ${key} where ${key} = $1`, [
          victim.id,
        ])
        expect(changed.rowCount, name).toBe(0)
        const deleted = await client.query(`delete from "${name}" where ${key} = $1`, [victim.id])
        expect(deleted.rowCount, name).toBe(0)
      })
      await asApp(victim.id, async (client) => {
        const own = await client.query(`select 1 from "${name}"`)
        expect(own.rowCount, name).toBeGreaterThan(0)
        const moved = client.query(`update "${name}" set ${key} = $1`, [attacker.id])
        await expect(moved, name).rejects.toThrow(/row-level security/)
      })
    }
  })

  test('bound to no account, nothing can be read', async () => {
    for (const name of await ownTables()) {
      await asApp(undefined, async (client) => {
        expect((await client.query(`select 1 from "${name}"`)).rowCount, name).toBe(0)
      })
    }
  })

  test('the signing keys are closed to the role, and the list of migrations cannot be written', async () => {
    const statements = [
      'select 1 from signing_key',
      'delete from migration',
      'create table public.mine (a int)',
    ]
    for (const statement of statements) {
      await asApp(victim.id, async (client) => {
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied/)
      })
    }
  })

  test('row security is enabled and forced on every table, and every key begins with the account', async () => {
    const rows = await tables.rows<{ name: string; enabled: boolean; forced: boolean; first: string | null }>(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
              (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                where i.indrelid = c.oid and i.indisprimary) as first
         from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
          and c.relname <> 'migration' order by 1`,
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const { name, enabled, forced, first } of rows) {
      expect({ name, enabled, forced }).toEqual({ name, enabled: true, forced: true })
      if (name !== 'signing_key') expect(first, name).toBe(keyOf(name))
    }
  })

  test('the role of the service neither owns a table, nor logs in, nor passes row security', async () => {
    const roles = await tables.rows(
      `select rolname, rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname in ('timbre_app', 'timbre_system') order by 1`,
    )
    const closed = { rolcanlogin: false, rolsuper: false, rolbypassrls: false }
    expect(roles).toEqual([
      { rolname: 'timbre_app', ...closed },
      { rolname: 'timbre_system', ...closed },
    ])
    const owned = await tables.rows(
      `select 1 from pg_tables where tableowner in ('timbre_app', 'timbre_system')`,
    )
    expect(owned).toEqual([])
  })
})
