import { expect } from 'vitest'
import type { Sql } from '../../src/contract/ports.ts'
import { countAccountProfiles } from '../../src/domain/account/store.ts'
import { nameKey, nameTokens } from '../../src/domain/profile/name.ts'
import {
  type ProfileFilters,
  type ProfileOrder,
  searchProfiles,
} from '../../src/domain/profile/search-store.ts'
import { forgetWordsOf } from '../../src/domain/profile-index/words-store.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import type { Random } from '../../src/scoring/random.ts'
import type { TestDatabase } from './database.ts'

export type ChangingPeople = Awaited<ReturnType<typeof openChangingPeople>>

/**
 * An account of people that writers change at random, one transaction after the other, while readers compare lists with
 * plain SQL in the snapshot of the list.
 */
export async function openChangingPeople(db: TestDatabase, count: number, random: Random) {
  const accountId = newPublicId(new Date())
  await db.admin(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'A')`, [
    accountId,
  ])
  const tagIds = Array.from({ length: 6 }, () => newPublicId(new Date()))
  const write = <T>(work: (sql: Sql) => Promise<T>) => db.database.inAccount(accountId, work)
  const look = <T>(work: (sql: Sql) => Promise<T>) =>
    db.database.inAccount(accountId, work, { readOnly: true })
  await write((sql) =>
    sql.run(
      `insert into tag (account_id, id, created_at, updated_at, label, color)
       select $1, id, now(), now(), 'T', 'red' from unnest($2::text[]) as id`,
      [accountId, tagIds],
    ),
  )
  const account = { accountId, tagIds }
  for (let added = 0; added < count; added += 4_000)
    await write((sql) => addPeople(sql, account, random, Math.min(4_000, count - added)))
  // As autovacuum does within a minute.
  await db.admin('analyze profile, name_token, profile_tag, profile_change')
  return {
    accountId,
    look,
    write,
    add: (next: Random, added: number) => write((sql) => addPeople(sql, account, next, added)),
    /** A transaction of one or two changes. Nothing if another writer removed a tag or a person meanwhile (23503). */
    change: (next: Random) => write((sql) => changeSomething(sql, account, next)).catch(ignoreLostRace),
    filters: (next: Random) => randomFilters(next, tagIds),
    plain: (sql: Sql, filters: ProfileFilters, order: ProfileOrder) => plain(sql, accountId, filters, order),
    /** Compares a random list, and returns how many people match. */
    expectRight: (next: Random) => look((sql) => expectRight(sql, account, next)),
  }
}

type Account = { accountId: string; tagIds: readonly string[] }

function ignoreLostRace(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
}

const firstNames = ['Karina', 'Johanna', 'Jo', 'Marina', 'Ada']
const lastNames = ['Müller', 'Miller', 'Osei', 'Osmani', 'Fernandez', 'Fernandes']

async function addPeople(
  sql: Sql,
  { accountId, tagIds }: Account,
  random: Random,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    id: newPublicId(new Date(Math.floor(random() * 2e12))),
    at: new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 50))),
    started: random() < 0.6 ? new Date(Date.UTC(2026, 2, 1 + Math.floor(random() * 50))) : null,
    names: [pick(firstNames, random), pick(lastNames, random)] as const,
    state: random() < 0.5 ? 'active' : 'pending',
    completed: random() < 0.3 ? ['disc', 'focus'] : random() < 0.5 ? ['disc'] : [],
    style: random() < 0.5 ? pick(['D', 'DI', 'IS', 'C'], random) : null,
  }))
  await sql.run(
    `insert into profile (account_id, id, created_at, updated_at, name_key, state, available_assessments,
        completed_assessments, is_completed, disc_style, date_started, doc)
     select $1, id, at, at, name, state, '{disc,focus}',
        array(select json_array_elements_text(completed)), json_array_length(completed) = 2, style, started, '{}'
       from json_to_recordset($2) as row (id text, at timestamptz, started timestamptz, name text, state text,
         completed json, style text)`,
    [accountId, JSON.stringify(rows.map((row) => ({ ...row, name: nameKey(...row.names) })))],
  )
  await writeTokens(
    sql,
    accountId,
    rows.map(({ id, names }) => ({ id, tokens: nameTokens(...names) })),
  )
  const tagged = rows.flatMap(({ id }) =>
    random() < 0.5 ? [[id, pick(tagIds, random)] as [string, string]] : [],
  )
  await tagPeople(sql, accountId, tagged)
}

async function writeTokens(
  sql: Sql,
  accountId: string,
  people: readonly { id: string; tokens: string[] }[],
): Promise<void> {
  const pairs = people.flatMap(({ id, tokens }) => tokens.map((token) => [id, token] as const))
  await sql.run(
    `insert into name_token (account_id, token, profile_id)
     select $1, token, id from unnest($2::text[], $3::text[]) as held (id, token)`,
    [accountId, pairs.map(([id]) => id), pairs.map(([, token]) => token)],
  )
}

async function tagPeople(
  sql: Sql,
  accountId: string,
  links: readonly (readonly [string, string])[],
): Promise<void> {
  await sql.run(
    `insert into profile_tag (account_id, tag_id, profile_id)
     select tag.account_id, tag.id, link.id from unnest($2::text[], $3::text[]) as link (id, tag)
       join tag on tag.account_id = $1 and tag.id = link.tag on conflict do nothing`,
    [accountId, links.map(([id]) => id), links.map(([, tag]) => tag)],
  )
}

/** One or two changes, as operations make them. */
async function changeSomething(sql: Sql, account: Account, random: Random): Promise<void> {
  const { accountId, tagIds } = account
  const people = await sql.rows<{ id: string }>(
    'select id from profile where account_id = $1 and id > $2 order by id limit $3',
    [
      accountId,
      Math.floor((random() * 2e12) / 1000)
        .toString(16)
        .padStart(8, '0'),
      1 + Math.floor(random() * 60),
    ],
  )
  const ids = people.map(({ id }) => id)
  const changes = [
    () => addPeople(sql, account, random, Math.floor(random() * 120)),
    () =>
      tagPeople(
        sql,
        accountId,
        ids.map((id) => [id, pick(tagIds, random)]),
      ),
    () => sql.run('delete from profile_tag where account_id = $1 and profile_id = any($2)', [accountId, ids]),
    () => removePeople(sql, accountId, ids.slice(0, 20)),
    () => renamePeople(sql, accountId, ids, [pick(firstNames, random), pick(lastNames, random)]),
    () =>
      sql.run(
        `update profile set state = 'active', is_completed = true, completed_assessments = '{disc,focus}', disc_style = 'SC',
            updated_at = updated_at + interval '10 days'
          where account_id = $1 and id = any($2)`,
        [accountId, ids],
      ),
    () =>
      random() < 0.2 && sql.run('delete from tag where account_id = $1 and id = $2', [accountId, tagIds[0]]),
  ]
  await pick(changes, random)()
  if (random() < 0.3) await pick(changes, random)()
}

async function removePeople(sql: Sql, accountId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await forgetWordsOf(sql, accountId, id)
  await sql.run('delete from profile where account_id = $1 and id = any($2)', [accountId, ids])
}

async function renamePeople(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  names: readonly [string, string],
): Promise<void> {
  const renamed = await sql.rows<{ id: string }>(
    'update profile set name_key = $3 where account_id = $1 and id = any($2) returning id',
    [accountId, ids, nameKey(...names)],
  )
  for (const { id } of renamed) await forgetWordsOf(sql, accountId, id)
  await sql.run('delete from name_token where account_id = $1 and profile_id = any($2)', [accountId, ids])
  await writeTokens(
    sql,
    accountId,
    renamed.map(({ id }) => ({ id, tokens: nameTokens(...names) })),
  )
}

async function expectRight(sql: Sql, { accountId, tagIds }: Account, random: Random): Promise<number> {
  const [filters, order] = [randomFilters(random, tagIds), randomOrder(random)]
  const limit = pick([1, 10, 100], random)
  const expected = await plain(sql, accountId, filters, order)
  const offset = Math.floor(random() * (expected.length + 20))
  const { rows, total } = await searchProfiles(sql, accountId, filters, order, { limit, offset })
  expect({ total, ids: rows.map(({ id }) => id) }, JSON.stringify({ filters, order, limit, offset })).toEqual(
    {
      total: expected.length,
      ids: expected.slice(offset, offset + limit),
    },
  )
  const last = rows.at(-1)
  if (last) {
    const after = [last.key, last.id] as const
    const next = await searchProfiles(sql, accountId, filters, order, { limit, offset: 0, after })
    const start = offset + rows.length
    expect(next.total).toBe(expected.length)
    expect(next.rows.map(({ id }) => id)).toEqual(expected.slice(start, start + limit))
  }
  const [all] = await sql.rows<{ n: number }>('select count(*)::integer as n from profile', [])
  expect(await countAccountProfiles(sql, accountId)).toBe(all?.n)
  return expected.length
}

function randomFilters(random: Random, tagIds: readonly string[]): ProfileFilters {
  const day = () => new Date(Date.UTC(2026, 2, 1 + Math.floor(random() * 50))).toISOString()
  return {
    ...(random() < 0.3 && { isCompleted: random() < 0.5 }),
    ...(random() < 0.3 && { state: pick(['active', 'pending'] as const, random) }),
    ...(random() < 0.3 && { assessmentIds: pick([['disc'], ['disc', 'focus']] as const, random) }),
    ...(random() < 0.3 && { discStyles: pick([['D'], ['DI', 'S'], ['C', 'IS']], random) }),
    ...(random() < 0.4 && { tagIds: tagIds.filter(() => random() < 0.4) }),
    ...(random() < 0.1 && { startedAfter: day() }),
    ...(random() < 0.1 && { startedBefore: day() }),
    ...(random() < 0.1 && { updatedAfter: day() }),
    ...(random() < 0.2 && {
      search: pick(['karina', 'marna', 'jo', 'müler mar', 'fernandse', 'os', 'nobody'], random),
    }),
  }
}

export function randomOrder(random: Random): ProfileOrder {
  return { property: pick(['createdAt', 'name', '_id'] as const, random), descending: random() < 0.5 }
}

async function plain(
  sql: Sql,
  accountId: string,
  filters: ProfileFilters,
  order: ProfileOrder,
): Promise<string[]> {
  const column = { createdAt: 'created_at', name: 'name_key', _id: 'id' }[order.property]
  const direction = order.descending ? 'desc' : 'asc'
  const words = nameTokens(filters.search ?? '', '')
  const edits = words.map((word) => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0))
  const rows = await sql.rows<{ id: string }>(
    `select id from profile where account_id = $1
       and ($2::boolean is null or is_completed = $2) and ($3::text is null or state = $3)
       and ($4::text[] is null or completed_assessments @> $4)
       and ($5::text[] is null or disc_style = any($5) or left(disc_style, 1) = any($5))
       and ($6::text[] is null or id in (select profile_id from profile_tag where account_id = $1 and tag_id = any($6)))
       and ($7::timestamptz is null or date_started >= $7) and ($8::timestamptz is null or date_started <= $8)
       and ($9::timestamptz is null or updated_at >= $9)
       and name_key = any(array(
         select name_key from (select distinct name_key from profile where account_id = $1 offset 0) as known
          where not exists (select from unnest($10::text[], $11::integer[]) as wanted (word, edits)
            where not exists (select from string_to_table(name_key, ' ') as own
              where starts_with(own, word)
                or edits > 0 and (levenshtein(own, word) <= edits or similarity(own, word) >= 0.5)))))
     order by ${column} ${direction}, id ${direction}`,
    [
      accountId,
      filters.isCompleted ?? null,
      filters.state ?? null,
      filters.assessmentIds ?? null,
      filters.discStyles ?? null,
      filters.tagIds ?? null,
      filters.startedAfter ?? null,
      filters.startedBefore ?? null,
      filters.updatedAfter ?? null,
      words,
      edits,
    ],
  )
  return rows.map(({ id }) => id)
}

export function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T
}
