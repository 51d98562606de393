import pg from 'pg'
import { profileDocument } from '../../src/domain/profile/document.ts'
import { nameKey, nameTokens } from '../../src/domain/profile/name.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import type { TestDatabase } from './database.ts'

export const crowdAssessments = ['disc', 'focus', 'core'] as const
export const crowdStyles = ['D', 'I', 'S', 'C', 'DI', 'DC', 'ID', 'IS', 'SI', 'SC', 'CS', 'CD']

/** A person as the test knows them; the service has the same facts in its own tables. */
type Person = {
  id: string
  createdAt: string
  updatedAt: string
  firstName: string | null
  lastName: string | null
  state: 'active' | 'pending'
  available: string[]
  completed: string[]
  startedAt: string | null
  style: string | null
  tags: string[]
  keys: string[]
}

export type Crowd = { tagIds: string[]; firstNames: string[]; lastNames: string[]; keys: string[] }

/**
 * Inserts `count` people into the service's tables as its stores would, and the plain facts into the table
 * `oracle.person`, from which a test computes its expectations with its own SQL; `oracle.word` has each word of their
 * names once.
 */
export async function insertCrowd(db: TestDatabase, accountId: string, count: number): Promise<Crowd> {
  const random = seededRandom(20_261_121)
  const crowd = planCrowd(random)
  await db.admin(
    `insert into tag (account_id, id, created_at, updated_at, label, color)
     select $1, id, now(), now(), 'Tag ' || id, 'blue' from unnest($2::text[]) as id`,
    [accountId, crowd.tagIds],
  )
  await db.admin('create schema oracle')
  await db.admin(`create unlogged table oracle.person (id text primary key, created_at timestamptz, updated_at timestamptz,
    first_name text, last_name text, name text collate "C", words text[], state text, available text[], completed text[],
    started_at timestamptz, style text, tags text[], keys text[])`)
  await db.admin(
    'create unlogged table oracle.written (id text, name_key text, tokens text[], is_completed boolean, doc text)',
  )
  // Store one batch while the next is generated.
  let stored = Promise.resolve()
  for (let from = 0; from < count; from += batchSize) {
    const people = Array.from({ length: Math.min(batchSize, count - from) }, (_, index) =>
      makePerson(random, crowd, from + index),
    )
    const rows = JSON.stringify(people.map(rowOf))
    await stored
    stored = insertPeople(db, rows)
  }
  await stored
  await db.admin(
    'create unlogged table oracle.word as select distinct unnest(words) as word from oracle.person',
  )
  await fillTables(db, accountId)
  await db.admin(`analyze oracle.person, oracle.word, ${filled.join(', ')}`)
  return crowd
}

const batchSize = 5_000

/** Names made of syllables: some thousand distinct ones, many only an edit or two apart. */
function planCrowd(random: Random): Crowd {
  const names = (count: number) =>
    [...new Set(Array.from({ length: count * 2 }, () => makeName(random)))].slice(0, count)
  return {
    tagIds: Array.from({ length: 12 }, (_, index) => idOf(index, 0xa)),
    firstNames: [...names(600), ...eastAsianGiven, 'Jean-Luc', "D'Arcy"],
    lastNames: [...names(2_500), ...eastAsianFamily, 'O’Brien', 'de la Cruz'],
    keys: Array.from({ length: 40 }, (_, index) => `key-${index}`),
  }
}

const eastAsianFamily = ['王', '李', '佐藤', '김', '박']
const eastAsianGiven = ['秀英', '伟', '花子', '민준', '서연']
const starts = ['B', 'D', 'G', 'K', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'V', 'Ch', 'St', 'É', 'Ö', 'A', 'I']
const vowels = ['a', 'e', 'i', 'o', 'u', 'é', 'ü', 'ei', 'ou']
const ends = ['n', 'r', 's', 'l', 'nd', 'rt', 'ck', 'ng', 'ñ', '']

function makeName(random: Random): string {
  const syllables = 1 + Math.floor(random() * 3)
  let name = pickOne(starts, random)
  for (let index = 0; index < syllables; index += 1) {
    name += pickOne(vowels, random) + pickOne(ends, random)
    if (index + 1 < syllables) name += pickOne(starts, random).toLowerCase()
  }
  return name
}

function makePerson(random: Random, crowd: Crowd, number: number): Person {
  // Few distinct instants, so that ties are common.
  const created = Date.UTC(2026, 0, 1 + Math.floor(random() * 200))
  const available = random() < 0.7 ? [...crowdAssessments] : pickSome(crowdAssessments, random)
  const completed = random() < 0.35 ? available : available.filter(() => random() < 0.3)
  const isStarted = completed.length > 0 || random() < 0.4
  const firstName = random() < 0.03 ? null : pickOne(crowd.firstNames, random)
  return {
    id: idOf(number, Math.floor(random() * 0xffff)),
    createdAt: new Date(created).toISOString(),
    updatedAt: new Date(created + Math.floor(random() * 20) * 86_400_000).toISOString(),
    firstName,
    lastName: firstName !== null && random() < 0.03 ? null : pickOne(crowd.lastNames, random),
    state: isStarted || random() < 0.2 ? 'active' : 'pending',
    available,
    completed,
    startedAt: isStarted ? new Date(created + Math.floor(random() * 20) * 43_200_000).toISOString() : null,
    style: completed.includes('disc') ? pickOne(crowdStyles, random) : null,
    tags: crowd.tagIds.filter(() => random() < 0.08),
    keys: random() < 0.2 ? [pickOne(crowd.keys, random)] : [],
  }
}

/** Ids do not ascend with the time of creation, so that no sort order can be mistaken for another. */
function idOf(number: number, salt: number): string {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0
  return `${mixed.toString(16).padStart(8, '0')}${salt.toString(16).padStart(4, '0')}${number.toString(16).padStart(12, '0')}`
}

/** The plain facts, with what the service would have derived from them. */
function rowOf(one: Person) {
  const name = foldText(`${one.firstName ?? ''} ${one.lastName ?? ''}`).trim()
  return { ...one, ...written(one), name, words: name.match(/[\p{L}]+|\p{N}+/gu) ?? [] }
}

async function insertPeople(db: TestDatabase, rows: string): Promise<void> {
  await db.admin(
    `with given as (
       select * from json_to_recordset($1) as row(id text, "createdAt" timestamptz, "updatedAt" timestamptz,
         "firstName" text, "lastName" text, name text, words text[], state text, available text[], completed text[],
         "startedAt" timestamptz, style text, tags text[], keys text[], "nameKey" text, tokens text[],
         "isCompleted" boolean, doc text)
     ), facts as (
       insert into oracle.person
       select id, "createdAt", "updatedAt", "firstName", "lastName", name, words, state, available, completed,
         "startedAt", style, tags, keys from given
     )
     insert into oracle.written select id, "nameKey", tokens, "isCompleted", doc from given`,
    [rows],
  )
}

const filled = ['profile', 'name_token', 'profile_tag', 'resource_alias']

/**
 * Fills the service's tables. The rows are known to be valid, so foreign keys are not checked. Indexes other than
 * primary keys are created after the last row, with their definitions from the catalog.
 */
async function fillTables(db: TestDatabase, accountId: string): Promise<void> {
  const client = new pg.Client(db.connection)
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set work_mem = '64MB'`)
    const { rows: indexes } = await client.query<{ name: string; statement: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement from pg_index
        where indrelid = any($1::regclass[]) and not indisprimary`,
      [filled],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const insert of inserts) await client.query(insert, [accountId])
    for (const { statement } of indexes) await client.query(statement)
  } finally {
    await client.end()
  }
}

const inserts = [
  `insert into profile (account_id, id, created_at, updated_at, first_name, last_name, name_key, state,
     available_assessments, completed_assessments, is_completed, date_started, disc_style, doc)
   select $1, id, created_at, updated_at, first_name, last_name, name_key, state,
     available, completed, is_completed, started_at, style, doc from oracle.person join oracle.written using (id)`,
  `insert into name_token (account_id, token, profile_id)
   select $1, token, id from oracle.written, unnest(tokens) as token order by token, id`,
  `insert into profile_tag (account_id, tag_id, profile_id)
   select $1, tag, id from oracle.person, unnest(tags) as tag order by tag, id`,
  `insert into resource_alias (account_id, id, created_at, updated_at, resource_type, resource_id, consumer_key)
   select $1, reverse(id), created_at, created_at, 'profile', id, key from oracle.person, unnest(keys) as key`,
]

/** What the service's stores would have written besides the facts. */
function written(one: Person) {
  const document = profileDocument({
    profile: {
      id: one.id,
      created_at: one.createdAt,
      updated_at: one.updatedAt,
      email: null,
      phone: null,
      first_name: one.firstName,
      last_name: one.lastName,
      locale: null,
      state: one.state,
      attempt: 1,
      available_assessments: one.available as never,
      quality: null,
      unconfirmed: [],
      invented_in: null,
    },
    customIds: one.keys,
    sittings: (one.startedAt ? one.available : []).map((assessment) => ({
      assessment: assessment as never,
      date_started: one.startedAt,
      date_completed: one.completed.includes(assessment) ? one.startedAt : null,
      active_seconds: 1,
      idle_seconds: 0,
      inactive_seconds: 0,
      last_updated: one.startedAt,
      carried_from: null,
    })),
    results: [],
  })
  return {
    nameKey: nameKey(one.firstName, one.lastName),
    tokens: nameTokens(one.firstName, one.lastName),
    doc: JSON.stringify(document),
    isCompleted: document.isCompleted,
  }
}

/** The test's own folding: enough for the letters in the generated names. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
}

export function pickOne<T>(items: readonly T[], next: Random): T {
  return items[Math.floor(next() * items.length)] as T
}

export function pickSome<T>(items: readonly T[], next: Random): T[] {
  const kept = items.filter(() => next() < 0.4)
  return kept.length > 0 ? kept : [pickOne(items, next)]
}
