import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { newPublicId } from '../../platform/ids.ts'
import { type Random, seededRandom } from '../../scoring/random.ts'
import { keepAuditIndexes } from './index-keeper.ts'
import { searchEntries } from './search-store.ts'

let db: TestDatabase
let accountId: string
const actions = ['create_profile', 'send_invite_by_email', 'delete_profile']
const clients = ['m2m_us_one', 'https://app.example/client.json', null]
const actors = ['shell', 'm2m_us_one', newPublicId(new Date(1)), newPublicId(new Date(2))]
const parts = { log: { warn: (_: object, message: string) => expect.fail(message) } }
const keep = () => keepAuditIndexes({ ...parts, database: db.database }, new AbortController().signal)

beforeAll(async () => {
  db = await createTestDatabase()
})

async function addAccount(): Promise<string> {
  const id = newPublicId(new Date())
  await db.admin(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'A')`, [
    id,
  ])
  await db.admin(`insert into audit_head values ($1, 0, '', '')`, [id])
  return id
}

const title =
  'filtered pages of a log are those of all its entries, before, while and after it gets its index'

test(title, () => compareLists(0.3))
test(`${title}, of all 266 lists`, { tags: 'long' }, () => compareLists(1))

test('a filtered page reads entries only by number or time, the newest ones once', async () => {
  accountId = await addAccount()
  await addEntries(seededRandom(2), 7_000)
  await keep()
  await db.admin('vacuum analyze audit_entry')
  const [client] = clients as [string]
  const [from, to] = [at(2_500), at(4_200)]
  for (const filters of [
    { clientId: client },
    { after: from, before: to },
    { clientId: client, after: from },
  ]) {
    const nodes = await planNodesOf(db, accountId, (sql) =>
      searchEntries(sql, accountId, filters, { limit: 50, offset: 0 }),
    )
    const reads = nodes.filter((node) => node['Relation Name'] === 'audit_entry')
    for (const read of reads) expect(read['Index Cond'], JSON.stringify(read)).toMatch(/\(seq|\(at /)
    // The slices that times cut, the newest entries, and twice the page: its numbers and its rows.
    expect(reads.length, JSON.stringify(filters)).toBeLessThanOrEqual(4)
  }
})

/** Compares a part of 266 lists. */
async function compareLists(part: number): Promise<void> {
  accountId = await addAccount()
  const random = seededRandom(1)
  await addEntries(random, 5_000)
  const compare = async (count: number) => {
    let filled = 0
    for (let round = 0; round < count * part; round += 1) filled += Number(await expectRight(random))
    return filled
  }
  await compare(15)
  await Promise.all([keep(), keep(), expectRight(random)])
  expect(await db.admin('select slices from audit_index where account_id = $1', [accountId])).toEqual([
    { slices: 2 },
  ])
  expect(await compare(150)).toBeGreaterThan(50 * part)
  await addEntries(random, 1_200)
  await compare(50)
  await keep()
  expect(await db.admin('select slices from audit_index where account_id = $1', [accountId])).toEqual([
    { slices: 3 },
  ])
  await compare(50)
}

/** Times are nearly in order. The last of the actors are people. */
async function addEntries(random: Random, count: number): Promise<void> {
  const [head] = await db.admin<{ seq: number }>(
    'select seq::integer as seq from audit_head where account_id = $1',
    [accountId],
  )
  const rows = Array.from({ length: count }, (_, index) => {
    const seq = (head?.seq ?? 0) + index + 1
    const actor = Math.floor(random() * actors.length)
    return {
      seq,
      id: newPublicId(),
      at: new Date(Date.UTC(2026, 0, 1) + 60_000 * (seq + Math.floor(random() * 40))),
      kind: actor < 2 ? 'client' : 'person',
      actor: actors[actor],
      client: pick(clients, random),
      action: pick(actions, random),
      type: pick(['profile', 'invite'], random),
    }
  })
  await db.admin(
    `insert into audit_entry (account_id, seq, id, at, actor_kind, actor_id, client_id, action, target_type, target_id,
        request_id, changes, hash)
     select $1, seq, id, at, kind, actor, client, action, type, id, 'r', '{}', ''
       from json_to_recordset($2) as row (seq bigint, id text, at timestamptz, kind text, actor text, client text,
         action text, type text)`,
    [accountId, JSON.stringify(rows)],
  )
  await db.admin('update audit_head set seq = $1 where account_id = $2', [rows.at(-1)?.seq, accountId])
}

/** Returns whether the page has entries. */
async function expectRight(random: Random): Promise<boolean> {
  const maybe = <T>(value: T) => (random() < 0.35 ? value : undefined)
  const minute = () => at(Math.floor(random() * 6_500))
  const filters = {
    action: maybe(pick([...actions, 'none'], random)),
    actorId: maybe(pick(actors, random)),
    clientId: maybe(clients[random() < 0.5 ? 0 : 1] as string),
    targetType: maybe(pick(['profile', 'invite'], random)),
    after: maybe(minute()),
    before: maybe(minute()),
  }
  const limit = pick([1, 20, 100], random)
  const [isAfter, share] = [random() < 0.4, random()]
  return db.database.inAccount(
    accountId,
    async (sql) => {
      const all = await sql.rows<{ id: string; seq: number }>(
        `select id, seq::integer as seq from audit_entry where account_id = $1
           and ($2::text is null or action = $2) and ($3::text is null or actor_id = $3)
           and ($4::text is null or client_id = $4) and ($5::text is null or target_type = $5)
           and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at <= $7) order by seq desc`,
        [accountId, ...Object.values(filters).map((value) => value ?? null)],
      )
      const place = Math.floor(share * (all.length + 10))
      const after = isAfter ? all[place]?.seq : undefined
      const page = after ? { limit, offset: 0, after } : { limit, offset: place }
      const found = await searchEntries(sql, accountId, filters, page)
      const from = after ? place + 1 : place
      const words = JSON.stringify({ filters, page })
      expect(found.total, words).toBe(all.length)
      expect(
        found.rows.map(({ id }) => id),
        words,
      ).toEqual(all.slice(from, from + limit).map(({ id }) => id))
      return found.rows.length > 0
    },
    { readOnly: true },
  )
}

function at(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 1) + 60_000 * minutes).toISOString()
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T
}
