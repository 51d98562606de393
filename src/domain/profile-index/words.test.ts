import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { Sql } from '../../contract/ports.ts'
import { newPublicId } from '../../platform/ids.ts'
import { type Random, seededRandom } from '../../scoring/random.ts'
import { removeProfile, writeNameTokens } from '../profile/store.ts'
import { insertIndex, noteMarking } from './store.ts'
import { compareWords } from './words.ts'
import { countWordFaults, findSimilarWords, forgetWordsOf } from './words-store.ts'
import { createIndexKeeper } from './worker.ts'

let db: TestDatabase
let accountId: string
const keeper = () => createIndexKeeper({ database: db.database, log: { info() {}, warn: fail } })
const signal = new AbortController().signal

function fail(_: object, message: string): void {
  expect.fail(message)
}

beforeAll(async () => {
  db = await createTestDatabase({ patience: 20 })
  accountId = newPublicId(new Date())
  await db.admin(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'A')`, [
    accountId,
  ])
  await write((sql) => addPeople(sql, seededRandom(1), 300))
  await write((sql) => insertIndex(sql, accountId))
  await write((sql) => noteMarking(sql, accountId))
  await db.admin('update profile_index set ready = true, people = 300')
})

const title = 'while people are added, renamed and removed, similar words are those of a comparison with all'

test(title, async () => {
  expect(await look((sql) => findSimilarWords(sql, accountId, ['karina'], [1]))).toBeUndefined()
  await compareWhileChanging(20)
})
test(`${title}, in 120 changes`, { tags: 'long' }, () => compareWhileChanging(60))

async function compareWhileChanging(rounds: number): Promise<void> {
  await keeper()(signal)
  let writing = true
  const writer = async (random: Random) => {
    for (let round = 0; round < rounds; round += 1) await write((sql) => changeSomething(sql, random))
  }
  const writers = Promise.all([writer(seededRandom(2)), writer(seededRandom(3))]).finally(() => {
    writing = false
  })
  const keep = keeper()
  const folder = async () => {
    while (writing) {
      await keep(signal)
      await compareWords(db.database, accountId, signal)
    }
  }
  let found = 0
  const reader = async (random: Random) => {
    while (writing || found === 0) {
      const inThisRound = await expectRight(random)
      // The other reader adds to it, too.
      found += inThisRound
    }
  }
  await Promise.all([writers, folder(), reader(seededRandom(4)), reader(seededRandom(5))])
  await keep(signal)
  await compareWords(db.database, accountId, signal)
  expect(await look((sql) => countWordFaults(sql, accountId))).toBe(0)
  for (let round = 0; round < 20; round += 1) found += await expectRight(seededRandom(6 + round))
  expect(found).toBeGreaterThan(20)
}

test('a word goes with the last person who has it, and one that is missing or stays behind is found', async () => {
  const id = newPublicId(new Date())
  const words = () => db.admin(`select from name_gram join name_word using (word) where word = 'qwertzuiop'`)
  await write((sql) => addPerson(sql, id, 'Qwertzuiop', 'Karina'))
  await keeper()(signal)
  expect(await words()).toHaveLength(10)
  await write((sql) => removeProfile(sql, accountId, id))
  expect(await words()).toEqual([])
  await db.admin(`insert into name_word values ($1, 'qwertzuiop')`, [accountId])
  const least = `word = (select min(word) from name_token, lateral (select token as word) as one where length(word) >= 3)`
  await db.admin(`delete from name_gram where ${least}`)
  await db.admin(`delete from name_word where ${least}`)
  expect(await look((sql) => countWordFaults(sql, accountId))).toBe(2)
  await compareWords(db.database, accountId, signal)
  expect(await look((sql) => countWordFaults(sql, accountId))).toBe(0)
})

function write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return db.database.inAccount(accountId, work)
}

function look<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return db.database.inAccount(accountId, work, { readOnly: true })
}

const syllables = ['ka', 'ri', 'na', 'mül', 'ler', 'son', 'jo', 'han', 'ee', 'st']

/** Few of them are alike, and most have relatives at one or two letters' distance. */
function randomName(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(syllables, random)).join('')
}

async function addPeople(sql: Sql, random: Random, count: number): Promise<void> {
  for (let added = 0; added < count; added += 1)
    await addPerson(sql, newPublicId(new Date()), randomName(random), randomName(random))
}

async function addPerson(sql: Sql, id: string, firstName: string, lastName: string): Promise<void> {
  await sql.run(
    `insert into profile (account_id, id, created_at, updated_at, name_key, state, available_assessments, doc)
     values ($1, $2, now(), now(), $3, 'pending', '{disc}', '{}')`,
    [accountId, id, `${firstName} ${lastName}`],
  )
  await writeNameTokens(sql, accountId, id, { firstName, lastName })
}

async function changeSomething(sql: Sql, random: Random): Promise<void> {
  if (random() < 0.4) return addPeople(sql, random, 1 + Math.floor(random() * 5))
  const [one] = await sql.rows<{ id: string }>(
    'select id from profile where account_id = $1 order by random() limit 1 for update skip locked',
    [accountId],
  )
  if (!one) return
  if (random() < 0.5) return void (await removeProfile(sql, accountId, one.id))
  const [first, last] = [randomName(random), randomName(random)]
  await sql.run('update profile set name_key = $3 where account_id = $1 and id = $2', [
    accountId,
    one.id,
    `${first} ${last}`,
  ])
  await forgetWordsOf(sql, accountId, one.id)
  await writeNameTokens(sql, accountId, one.id, { firstName: first, lastName: last })
}

/** Returns how many words were similar. A word that two people just took with them may still be found. */
async function expectRight(random: Random): Promise<number> {
  const word = randomName(random)
  // As searches allow.
  const edits = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
  return look(async (sql) => {
    const expected = await sql.rows<{ token: string }>(
      `select distinct token from name_token where account_id = $1 and length(token) >= 3
         and (levenshtein(token, $2) <= $3 or similarity(token, $2) >= 0.5) order by 1`,
      [accountId, word, edits],
    )
    const found = (await findSimilarWords(sql, accountId, [word], [edits])) ?? []
    const tokens = found.map(({ token }) => token)
    const held = await sql.rows<{ token: string }>(
      'select distinct token from name_token where account_id = $1 and token = any($2) order by 1',
      [accountId, tokens],
    )
    if (edits > 0 && expected.length <= 64) expect(held, `${word} ${edits}`).toEqual(expected)
    return expected.length
  })
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T
}
