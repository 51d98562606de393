import { beforeAll, describe, expect, test } from 'vitest'
import { sweepPeople } from '../../src/domain/person/sweep.ts'
import { fullReach } from '../../src/identity/people/sessions.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { insertMember, openPeopleFixture, signInPerson } from './people-fixture.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

describe('askForCode', () => {
  test('runs the same statements for a member, an invited person and an unknown address', async () => {
    const [known, invited] = [await insertMember(db), await insertMember(db, { accepted: false })]
    const { people, statements } = openPeopleFixture(db)
    const runs: string[][] = []
    for (const email of [known.email, invited.email, 'nobody@nowhere.test']) {
      statements.length = 0
      await people.requestCode({ email, locale: 'en' })
      runs.push([...statements])
    }
    expect(runs[0]).toHaveLength(8)
    expect(runs[1]).toEqual(runs[0])
    expect(runs[2]).toEqual(runs[0])
  })

  test('gives an address 30 codes a day, member or not, across processes and restarts', async () => {
    const { email } = await insertMember(db)
    const outcomes: string[][] = []
    for (const one of [email, `${newPublicId()}@nowhere.test`]) {
      const ask = async (isTrustedDevice: boolean, fixture = openPeopleFixture(db)) =>
        (await fixture.people.requestCode({ email: one, isTrustedDevice, locale: 'en' })).outcome
      const results: string[] = []
      // The last six of the day are reserved for browsers in which the owner has signed in before.
      for (let n = 0; n < 25; n += 1) results.push(await ask(false))
      for (let n = 0; n < 7; n += 1) results.push(await ask(true))
      const tomorrow = openPeopleFixture(db)
      tomorrow.advanceClock(86_400_000)
      results.push(await ask(false, tomorrow))
      outcomes.push(results)
    }
    const repeated = (times: number) => Array<string>(times).fill('asked')
    expect(outcomes[0]).toEqual([...repeated(24), 'limited', ...repeated(6), 'limited', 'asked'])
    expect(outcomes[1]).toEqual(outcomes[0])
  })

  test('counts nothing with RATE_LIMITS=off', async () => {
    const { people } = openPeopleFixture(db, undefined, { isLimited: false })
    const email = `${newPublicId()}@nowhere.test`
    const results: string[] = []
    for (let n = 0; n < 31; n += 1) results.push((await people.requestCode({ email, locale: 'en' })).outcome)
    expect(new Set(results)).toEqual(new Set(['asked']))
  })

  test('stores an attempt for every address, and sends an email to members only', async () => {
    const { email } = await insertMember(db)
    const before = await count('outbox')
    const { people } = openPeopleFixture(db)
    await people.requestCode({ email: 'nobody@nowhere.test', locale: 'en' })
    expect(await count('outbox')).toBe(before)
    await people.requestCode({ email, locale: 'en' })
    expect(await count('outbox')).toBe(before + 1)
    const attempts = await db.admin('select from sign_in_code where email = any($1)', [
      [email, 'nobody@nowhere.test'],
    ])
    expect(attempts.length).toBeGreaterThanOrEqual(2)
  })
})

const count = async (table: 'outbox') => (await db.admin(`select from ${table}`)).length

describe('listMemberships', () => {
  test('lists every account of an address by name, including paused and not yet accepted ones', async () => {
    const { email, ...first } = await insertMember(db, { name: 'Beta' })
    const second = await insertMember(db, { email, name: 'Alpha', paused: true, accepted: false })
    await insertMember(db, { name: 'Somebody else' })
    expect(await openPeopleFixture(db).people.listMemberships({ email, ...fullReach })).toEqual([
      {
        accountId: second.accountId,
        accountName: 'Alpha',
        region: 'us',
        memberId: second.memberId,
        role: 'manager',
        isPaused: true,
        isAccepted: false,
        requirePasskey: false,
      },
      {
        accountId: first.accountId,
        accountName: 'Beta',
        region: 'us',
        memberId: first.memberId,
        role: 'manager',
        isPaused: false,
        isAccepted: true,
        requirePasskey: false,
      },
    ])
  })

  test('allows sign-in for people who are members in another region only', async () => {
    const there = {
      accountId: newPublicId(),
      accountName: 'Elsewhere',
      region: 'eu',
      memberId: newPublicId(),
      role: 'user' as const,
      isPaused: false,
      isAccepted: true,
      requirePasskey: false,
    }
    const email = `${newPublicId()}@test.test`
    const other = openPeopleFixture(db, async (_sql, address) => (address === email ? [there] : []))
    expect(await other.people.listMemberships({ email, ...fullReach })).toEqual([there])
    const secret = await signInPerson(db, other, email)
    expect(await other.people.find(secret)).toMatchObject({ email, method: 'code' })
  })
})

describe('a session', () => {
  const day = 86_400_000

  test('expires after a week without use, and after thirty days regardless', async () => {
    const { email } = await insertMember(db)
    const idle = openPeopleFixture(db)
    const unused = await signInPerson(db, idle, email)
    idle.advanceClock(7 * day - 1)
    expect(await idle.people.find(unused)).toBeDefined()
    idle.advanceClock(7 * day)
    expect(await idle.people.find(unused)).toBeUndefined()

    const busy = openPeopleFixture(db)
    const used = await signInPerson(db, busy, email)
    for (let passed = 0; passed < 25; passed += 5) {
      busy.advanceClock(5 * day)
      expect(await busy.people.find(used)).toBeDefined()
    }
    busy.advanceClock(5 * day)
    expect(await busy.people.find(used)).toBeUndefined()
  })

  test('updates its last-seen time at most once a minute', async () => {
    const { email } = await insertMember(db)
    const home = openPeopleFixture(db)
    const secret = await signInPerson(db, home, email)
    home.statements.length = 0
    await home.people.find(secret)
    home.advanceClock(59_999)
    await home.people.find(secret)
    expect(home.statements.filter((text) => text.startsWith('update'))).toHaveLength(0)
    home.advanceClock(1)
    await home.people.find(secret)
    await home.people.find(secret)
    expect(home.statements.filter((text) => text.startsWith('update'))).toHaveLength(1)
  })

  test('ends with all others of the person, and with app grants, when they sign out everywhere', async () => {
    const { email } = await insertMember(db)
    const home = openPeopleFixture(db)
    const secrets = [await signInPerson(db, home, email), await signInPerson(db, home, email)]
    const [person] = await Promise.all(secrets.map((secret) => home.people.find(secret)))
    if (!person) throw new Error('Nobody is signed in.')
    await home.people.signOutEverywhere(person, 'request')
    expect(await Promise.all(secrets.map((secret) => home.people.find(secret)))).toEqual([
      undefined,
      undefined,
    ])
    expect(home.revoked).toEqual([person.id])
  })

  test('of the same person has the same person id', async () => {
    const { email } = await insertMember(db)
    const home = openPeopleFixture(db)
    const found = [await signInPerson(db, home, email), await signInPerson(db, home, email)].map((secret) =>
      home.people.find(secret),
    )
    const [one, other] = await Promise.all(found)
    expect(one?.id).toBe(other?.id)
  })
})

describe('sweepPeople', () => {
  test('removes only expired ones', async () => {
    const { email, accountId } = await insertMember(db)
    const home = openPeopleFixture(db)
    await signInPerson(db, home, email)
    const now = new Date('2026-11-21T09:00:00Z')
    await db.admin(`update outbox set state = 'sent', content_sealed = null, done_at = $1`, [now])
    await db.admin(
      `insert into outbox (account_id, id, message_id, state, due_at, created_at, done_at)
       values ($1, $2, 'm', 'sent', $3::timestamptz, $3, $3)`,
      [accountId, newPublicId(), now],
    )
    for (const owner of [null, accountId]) {
      await db.admin(
        `insert into mailbox_message (account_id, id, channel, recipient, subject, body_text, body_html, message_id,
           created_at) values ($1, $2::text, 'email', 'a', 's', 't', 'h', $2::text, $3)`,
        [owner, newPublicId(), now],
      )
    }
    const left = async (milliseconds: number) => {
      const clock = () => new Date(now.getTime() + milliseconds)
      await sweepPeople({ database: db.database, clock }, new AbortController().signal)
      const [row] = await db.admin(
        `select (select count(*)::int from sign_in_code where email = $1) as codes,
           (select count(*)::int from person_session join person on person.id = person_id where email = $1) as sessions,
           (select count(*)::int from outbox where account_id is null) > 0 as letters,
           (select count(*)::int from outbox where account_id = $2) as "accountLetters",
           (select count(*)::int from mailbox_message where account_id is null) > 0 as kept,
           (select count(*)::int from mailbox_message where account_id = $2) as "accountKept"`,
        [email, accountId],
      )
      return row
    }
    const account = { accountLetters: 1, accountKept: 1 }
    const all = { codes: 1, sessions: 1, letters: true, kept: true, ...account }
    expect(await left(10 * 60_000 - 1)).toEqual(all)
    expect(await left(10 * 60_000)).toEqual({ ...all, codes: 0 })
    const gone = { codes: 0, letters: false, kept: false, ...account }
    expect(await left(86_400_000)).toEqual({ ...gone, sessions: 1 })
    expect(await left(7 * 86_400_000)).toEqual({ ...gone, sessions: 0 })
  })
})
