import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter, type Delegate } from '../support/delegates.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import { fillAccount } from '../support/full-account.ts'
import { fieldKind, fieldOf, openSubjects, type Subjects, sendInput, validInput } from '../support/inputs.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { idPlaces, type SchemaPlace, withValue } from '../support/schemas.ts'
import { type Answer, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestCampaign } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let attacker: TestAccount
let victim: TestAccount
let theirs: Subjects
let consent: Delegate
let profileId = ''
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  ;[attacker, victim] = await Promise.all([running.account(), running.account()])
  const grantApp = await createAppGranter(running)
  consent = await grantApp(victim)
  const things = await openSubjects(running, victim)
  ;({ profileId, subjects: theirs } = await fillAccount(running, tables, {
    account: victim,
    consent,
    things,
  }))
  await running.db.admin(
    `with came as (
       insert into account_move (account_id, direction, zone, state, changed_at)
       values ($1, 'in', 'eu', 'here', now()) returning account_id)
     insert into account_move_part select account_id, 1, '\\x01' from came`,
    [victim.id],
  )
})

/**
 * Every id of the victim that the service uses. The account decides for machines and apps in the same way, so an app is
 * only tried with those of the consent that it could confuse with its own.
 */
async function foreignIds(kind: 'machine' | 'delegate'): Promise<Record<string, string>> {
  if (kind === 'delegate') {
    const { grantId, memberId, personId } = consent
    return { grantId, memberId, personId }
  }
  const newest = async (table: string) => {
    const [row] = await tables.rows<{ id: string }>(
      `select id from ${table} where account_id = $1 order by id desc limit 1`,
      [victim.id],
    )
    return String(row?.id)
  }
  const { profile, completed, tag, alias, debrief } = theirs
  const { grantId, memberId, personId } = consent
  const others = { invite: await newest('invite'), entry: await newest('audit_entry'), account: victim.id }
  return {
    invited: profileId,
    profile,
    completed,
    tag,
    alias,
    debrief,
    grantId,
    memberId,
    personId,
    ...others,
  }
}

/**
 * So many of the ids, others for each place: an id of another kind of record is looked up like any, so that each kind need
 * not be met by each place. That of the right kind is met by all.
 */
function someOf(ids: Record<string, string>, turn: number, count: number): Record<string, string> {
  const all = Object.entries(ids)
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => all[(turn * count + n) % all.length] as [string, string]),
  )
}

/** Status, relevant headers and body, without what always differs between two equal answers. */
function seen({ status, headers, text }: Answer): string {
  const shown = [...headers].filter(
    ([name]) =>
      !['date', 'x-request-id', 'keep-alive', 'connection', 'content-length'].includes(name) &&
      !name.startsWith('ratelimit'),
  )
  return JSON.stringify([status, shown, comparable(text)])
}

/** The same without the requested id, which an answer may repeat. */
function without(answer: Answer, ...ids: readonly string[]): string {
  return ids.reduce((text, id) => text.replaceAll(id, 'ID'), seen(answer))
}

/** Which kind of record an id at this place names. */
const kindAt = (endpoint: RestOperation, place: SchemaPlace) => fieldKind(endpoint, fieldOf(place))

const sameAnswer = 'for a %s an id of another account is answered like one that does not exist'

/** These skip what they don't find and do the rest, which is done before anything is compared. */
const doTheRest = new Set(['undo_tag_change'])

// The account decides for machines and apps in the same way, so what is sent by apps is long.
describe.each(['machine'] as const)(sameAnswer, compareAnswers)
describe.each(['delegate'] as const)(sameAnswer, { tags: 'long' }, compareAnswers)

function compareAnswers(kind: 'machine' | 'delegate'): void {
  const named = restOperations
    .map((endpoint) => [endpoint.name, endpoint, idPlaces(endpoint.operation.input)] as const)
    .filter(([, , places]) => places.length > 0)
  let turn = 0
  /** Records of the attacker that no test changes. */
  let ownThings: Subjects
  let own: Awaited<ReturnType<typeof openSubjects>>
  /** A machine or an app, each in its own account. */
  let call: TestAccount['call']
  beforeAll(async () => {
    const account = kind === 'machine' ? attacker : await running.account()
    own = await openSubjects(running, account)
    ownThings = await own.fresh()
    call = kind === 'machine' ? account.call : (await (await createAppGranter(running))(account)).call
  })

  type Named = (typeof named)[number]
  // The tables are compared once for all places of an operation; which rows have changed says which place it was.
  test.each(named)('by %s, byte for byte, without effect', (...one) => expectSameAnswer(one, {}))
  test.each(named)('by %s with ids of other kinds of records', { tags: 'long' }, async (...one) => {
    await expectSameAnswer(one, await foreignIds(kind))
  })

  async function expectSameAnswer([name, endpoint, places]: Named, others: Record<string, string>) {
    const input = validInput(endpoint, ownThings)
    const askAt = (place: SchemaPlace) => (id: string) =>
      sendInput(call, endpoint, withValue(input, place, id) as typeof input)
    if (doTheRest.has(name)) for (const place of places) await askAt(place)(newPublicId())
    await tables.expectUnchanged(async () => {
      for (const place of places) {
        const ask = askAt(place)
        turn += 1
        // Apps send another kind of id at every third place.
        const count = kind === 'machine' ? 2 : turn % 3 === 0 ? 1 : 0
        const foreign = Object.keys(others).length > 0 ? someOf(others, turn, count) : {}
        foreign.wanted = theirs[kindAt(endpoint, place)]
        expect(Object.values(foreign).every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true)
        const nobody = newPublicId()
        const unknown = await ask(nobody)
        if (unknown.status >= 400) expectEnvelope(unknown, name)
        for (const [what, id] of Object.entries(foreign)) {
          const label = `${name} in ${place.join('.')}: ${what}`
          const answer = await ask(id)
          expect(without(answer, id), label).toBe(without(unknown, nobody))
          expect(Buffer.byteLength(answer.text), label).toBe(Buffer.byteLength(unknown.text))
        }
      }
      await running.service.drainOutbox()
    })
  }

  const lists = named
    .flatMap(([name, endpoint, places]) =>
      places
        .filter((place) => place.includes('*'))
        .map((place) => [name, place.join('.'), endpoint, place] as const),
    )
    // As above, apps send a third of what machines send.
    .filter((_, at) => kind === 'machine' || at % 3 === 0)
  // One parameter or list of ids is looked up like another one of the same kind of record.
  const isFirstOfKind = ([, , endpoint, place]: (typeof lists)[number]) =>
    lists.findIndex(([, , one, other]) => kindAt(one, other) === kindAt(endpoint, place)) ===
    lists.findIndex(([, , one, other]) => one === endpoint && other === place)
  const nextToOwn = 'by %s in %s next to one of their own'
  test.each(lists.filter(isFirstOfKind))(nextToOwn, expectSameNextToOwn)
  test.each(lists.filter((one) => !isFirstOfKind(one)))(nextToOwn, { tags: 'long' }, expectSameNextToOwn)

  async function expectSameNextToOwn(...[name, , endpoint, place]: (typeof lists)[number]): Promise<void> {
    const things = await own.freshFor(endpoint)
    const input = validInput(endpoint, things)
    const [list, entry] = [place.slice(0, place.lastIndexOf('*')), place.slice(place.lastIndexOf('*') + 1)]
    const wanted = kindAt(endpoint, place)
    const ask = async (id: string) => {
      const both = [things[wanted], id].map((one) => withValue(undefined, entry, one))
      const changes = await tables.watch()
      const answer = await sendInput(call, endpoint, withValue(input, list, both) as typeof input)
      const isStill = (await changes()).length === 0
      if (answer.status >= 400) expect(isStill, name).toBe(true)
      return { seen: without(answer, id), isStill }
    }
    if (doTheRest.has(name)) await ask(newPublicId())
    expect(await ask(theirs[wanted]), name).toEqual(await ask(newPublicId()))
  }

  test('in aliases and texts that filter lists', async () => {
    for (const path of ['/profiles?customIds=', '/profiles?search=', '/resource-aliases?consumerKey=']) {
      const [foreign, unknown] = path.includes('search') ? ['Hidden', 'Xyzzyx'] : ['crm-7', 'crm-8']
      const [one, other] = [await call('GET', path + foreign), await call('GET', path + unknown)]
      expect(one.body.pagination.total, path).toBe(0)
      expect(without(one, foreign), path).toBe(without(other, unknown))
    }
  })

  test('addresses and aliases that another account uses are free here', async () => {
    const answer = await call('POST', '/profile', {
      email: 'victim@test.test',
      phone: '+4915112345678',
      customId: 'crm-7',
    })
    expect(answer.status).toBe(201)
    expect(answer.body.profile.id).not.toBe(profileId)
    expect(answer.text).not.toContain('Hidden')
  })
}

describe('the database itself', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(running.db.connection)
    await client.connect()
    return () => client.end()
  })

  /**
   * Runs statements as the service's role, within an account or none, in a transaction of their own that is rolled back.
   * All on one connection, because opening one takes far longer than a statement.
   */
  async function asApp<T>(
    accountId: string | undefined,
    work: (client: pg.Client) => Promise<T>,
  ): Promise<T> {
    await client.query('begin; set local role timbre_app')
    try {
      if (accountId) await client.query(`select set_config('app.account', $1, true)`, [accountId])
      return await work(client)
    } finally {
      await client.query('rollback')
    }
  }

  /** Tables of the authorization server and the regions, which the role may not read at all. */
  const ofInstallation = [
    ...[
      'person',
      'person_session',
      'sign_in_code',
      'passkey',
      'passkey_challenge',
      'provider_attempt',
      'oauth_client',
      'oauth_record',
    ],
    ...[
      'region_keys',
      'region_cursor',
      'region_feed',
      'region_message',
      'region_nonce',
      'account_deletion',
      'network_key',
      'delivery_hold',
      'message_breaker',
      'instance',
      'limit_bucket',
      'task_lease',
    ],
    ...['directory_account', 'directory_member', 'technical_figures', 'mail_key'],
  ]
  /** Some of their rows belong to no account: emails to people who sign in. */
  const withNobodys = ['outbox', 'mailbox_message']
  /** Tables that belong to no account, each with the reason. */
  const ofNoAccount: Record<string, string> = {
    migration: 'says what was done to the tables',
    signing_key: 'signs for the whole region, and is closed to the role',
    // Abuse spreads over accounts; the keys are HMACs under SECRET_KEY, which reveal no number.
    message_tally: 'counts messages by receiver over all accounts',
    // The same: keyed hashes of addresses, which every account must check before it sends email.
    mail_opt_out_everywhere: 'lists who wants emails from no account',
    ...Object.fromEntries(ofInstallation.map((name) => [name, 'is closed to the role'])),
  }
  const ownTables = async () =>
    (
      await tables.rows<{ name: string }>(
        `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
          order by 1`,
      )
    )
      .map((row) => row.name)
      .filter((name) => !(name in ofNoAccount))
  const keyOf = (name: string) => (name === 'account' ? 'id' : 'account_id')

  /** How many rows a statement reaches as the role; 'denied' if the role may not run it. */
  const reach = (accountId: string | undefined, text: string, values: unknown[] = []) =>
    asApp(accountId, (client) =>
      client.query(text, values).then(
        (result) => result.rowCount,
        (error: Error) => (/permission denied/.test(error.message) ? 'denied' : error.message),
      ),
    )

  test('every table has rows of the victim, so that the following proves something', async () => {
    const names = await ownTables()
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      const rows = await tables.rows(`select 1 from "${name}" where ${keyOf(name)} = $1`, [victim.id])
      expect(rows.length, name).toBeGreaterThan(0)
    }
  })

  test('within one account, no row of another can be read, changed, deleted or moved in any table', async () => {
    for (const name of await ownTables()) {
      const key = keyOf(name)
      const [me, them] = [attacker.id, victim.id]
      expect(await reach(me, `select 1 from "${name}" where ${key} <> $1`, [me]), name).toBe(0)
      const changed = await reach(me, `update "${name}" set ${key} = ${key} where ${key} = $1`, [them])
      expect([0, 'denied'], name).toContain(changed)
      const deleted = await reach(me, `delete from "${name}" where ${key} = $1`, [them])
      expect([0, 'denied'], name).toContain(deleted)
      expect(await reach(them, `select 1 from "${name}"`), name).toBeGreaterThan(0)
      expect(await reach(them, `update "${name}" set ${key} = $1`, [me]), name).toMatch(
        /row-level security|denied/,
      )
    }
  })

  test('the role can neither change nor delete audit entries, not even of its account', async () => {
    expect(await reach(victim.id, `update audit_entry set action = 'other'`)).toBe('denied')
    expect(await reach(victim.id, 'delete from audit_entry')).toBe('denied')
    expect(await reach(victim.id, 'delete from audit_head')).toBe('denied')
    expect(await reach(victim.id, 'truncate audit_entry')).toBe('denied')
    expect(await reach(victim.id, 'delete from account'), 'the audit would go with it').toBe('denied')
    expect(await reach(victim.id, 'truncate account cascade')).toBe('denied')
  })

  /** What a coach sees although it isn't a person of their teams, each with the reason. */
  const openToCoaches: Record<string, string> = {
    account: 'says what the account is',
    account_logo: 'is public',
    mail_opt_out: 'has HMACs of addresses only',
    bounced_address: 'has HMACs of addresses only',
    debrief_generation: 'has times only, for the limit per minute',
  }

  test('a transaction for a coach sees the people and tags of their teams, and of other tables nothing', async () => {
    const [{ member_id: coach } = { member_id: '' }] = await tables.rows<{ member_id: string }>(
      `select member_id from member_team team where account_id = $1 and not exists (
         select from profile_tag link where link.account_id = $1 and link.tag_id = team.tag_id) limit 1`,
      [victim.id],
    )
    const rowsFor = (name: string) =>
      asApp(victim.id, async (client) => {
        await client.query(`select set_config('app.coach', $1, true)`, [coach])
        return (await client.query(`select t::text as line from "${name}" t`)).rows.map(({ line }) => line)
      })
    const shown: Record<string, number> = {}
    for (const name of (await ownTables()).filter((name) => !(name in openToCoaches))) {
      const count = (await rowsFor(name)).length
      if (count > 0) shown[name] = count
    }
    // Their team has nobody.
    expect(shown).toEqual({ member: 1, member_saved_team: 1, member_team: 1, saved_team: 1, tag: 1 })
    await insertTestCampaign(running.db, victim.id, profileId)
    await tables.rows(
      `insert into profile_tag select account_id, tag_id, $2 from member_team where account_id = $1 and member_id = $3`,
      [victim.id, profileId, coach],
    )
    const others = (
      await tables.rows<{ id: string }>('select id from profile where account_id = $1 and id <> $2', [
        victim.id,
        profileId,
      ])
    ).map(({ id }) => id)
    expect(others.length).toBeGreaterThan(5)
    for (const name of (await ownTables()).filter((name) => !(name in openToCoaches))) {
      const lines = await rowsFor(name)
      if (lines.length > 0) shown[name] = lines.length
      expect(
        lines.filter((line) => others.some((id) => line.includes(id))),
        name,
      ).toEqual([])
    }
    expect(shown).toMatchObject({
      profile: 1,
      profile_tag: 1,
      result: 1,
      resource_alias: 1,
      campaign: 1,
      campaign_person: 1,
    })
    expect(shown.campaign_waiting).toBeUndefined()
    await tables.rows(
      'delete from profile_tag where account_id = $1 and profile_id = $2 and tag_id in (select tag_id from member_team)',
      [victim.id, profileId],
    )
  })

  test('without an account, nothing can be read', async () => {
    for (const name of await ownTables()) {
      expect(await reach(undefined, `select 1 from "${name}"`), name).toBe(0)
    }
  })

  test('the installation’s tables are closed to the role, and the list of migrations is read-only', async () => {
    const statements = [
      ...['signing_key', ...ofInstallation].map((name) => `select 1 from ${name}`),
      'delete from migration',
      'create table public.mine (a int)',
    ]
    for (const statement of statements) {
      expect(await reach(victim.id, statement), statement).toBe('denied')
    }
  })

  test('across accounts only the ids of profiles can be read, and nothing else of a person', async () => {
    const ask = (text: string) =>
      running.db.database.inSystem((sql) => sql.rows(text)).catch((error: Error) => error.message)
    expect(await ask(`select id from profile where id = '${profileId}'`)).toEqual([{ id: profileId }])
    const closed = ['email', 'first_name', 'account_id', 'doc', 'is_completed']
    for (const column of closed) expect(await ask(`select ${column} from profile`)).toMatch(/denied/)
    for (const name of ['debrief', 'debrief_rating', 'debrief_job', 'result', 'answer']) {
      expect(await ask(`select 1 from ${name}`), name).toMatch(/denied/)
    }
    expect(await ask(`update profile set id = id`)).toMatch(/denied/)
  })

  test('row security is enabled and forced on every table, and every key begins with the account', async () => {
    const rows = await tables.rows<{ name: string; enabled: boolean; forced: boolean; first: string | null }>(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
              (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                where i.indrelid = c.oid and i.indisprimary) as first
         from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
          and c.relname <> 'migration' order by 1`,
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const { name, enabled, forced, first } of rows) {
      expect({ name, enabled, forced }).toEqual({ name, enabled: true, forced: true })
      if (name in ofNoAccount) continue
      expect(first, name).toBe(withNobodys.includes(name) ? 'id' : keyOf(name))
    }
  })

  test('the service’s role neither owns a table, nor logs in, nor bypasses row security', async () => {
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
