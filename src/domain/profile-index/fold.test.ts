import { expect, test } from 'vitest'
import { openChangingPeople } from '../../../test/support/changing-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { Sql } from '../../contract/ports.ts'
import { seededRandom } from '../../scoring/random.ts'
import { checkIndex } from './check-store.ts'
import { foldChanges } from './fold.ts'
import { lockIndex } from './store.ts'
import { createIndexKeeper } from './worker.ts'

test('a profile that is removed just after its slice was divided leaves no bit', {
  tags: 'long',
}, async () => {
  const db = await createTestDatabase({ patience: 20 })
  // Enough for an index; then more than its first slice has room for.
  const people = await openChangingPeople(db, 2_000, seededRandom(1))
  const { accountId } = people
  const log = { info() {}, warn: (_: object, message: string) => expect.fail(message) }
  const keep = () => createIndexKeeper({ database: db.database, log })(new AbortController().signal)
  await keep()
  await people.add(seededRandom(2), 1_100)
  const [marked] = await db.admin<{ id: string }>('select min(profile_id) as id from profile_change')
  let asked = 0
  await people.write(async (sql) => {
    const watched: Sql = {
      ...sql,
      async rows(text, values) {
        // Before and after the slices are divided, the fold asks where the profiles belong.
        if (text.includes('target.used') && ++asked === 2)
          await people.write((other) =>
            other.run('delete from profile where account_id = $1 and id = $2', [accountId, marked?.id]),
          )
        return sql.rows(text, values)
      },
    }
    const index = await lockIndex(sql, accountId)
    if (!index || index === 'busy') throw new Error('The index is not there.')
    await foldChanges(watched, accountId, index, 10_000)
  })
  expect(asked).toBeGreaterThanOrEqual(2)
  // The keeper leaves what transactions of other databases of the server might still change for its next turn.
  const checked = async () => {
    await keep()
    return people.look((sql) => checkIndex(sql, accountId))
  }
  await expect.poll(checked, { interval: 500 }).toMatchObject({ bits: 0, misplaced: 0, people: 0 })
})

test('a profile that is renamed into a slice without room, just after another one was divided, has a place of its own', {
  tags: 'long',
}, async () => {
  const db = await createTestDatabase({ patience: 20 })
  const people = await openChangingPeople(db, 2_000, seededRandom(1))
  const { accountId } = people
  const log = { info() {}, warn: (_: object, message: string) => expect.fail(message) }
  await createIndexKeeper({ database: db.database, log })(new AbortController().signal)
  await people.add(seededRandom(2), 1_100)
  type Target = { id: string; place: number | null; slice: number; used: number }
  let [asked, last] = [0, -1]
  await people.write(async (sql) => {
    const watched: Sql = {
      ...sql,
      async rows<Row>(text: string, values?: readonly unknown[]) {
        const isAsked = text.includes('target.used') && text.includes('place.by_name')
        if (isAsked && ++asked === 1) {
          // The last slice has room for those who belong there, and for nobody else.
          const targets = (await sql.rows(text, values)) as Target[]
          last = targets.at(-1)?.slice ?? -1
          const wanted = targets.filter(({ slice }) => slice === last).length
          await db.admin(
            'update profile_slice set used = $3 where account_id = $1 and sort = 2 and slice = $2',
            [accountId, last, 2_048 - wanted],
          )
        }
        if (isAsked && asked === 2)
          await people.write((other) =>
            other.run(
              `update profile set name_key = (
                  select key_name || 'a' from profile_slice where account_id = $1 and sort = 2 and slice = $2)
                where account_id = $1 and id = (select profile_id from profile_change
                  join profile on profile.account_id = $1 and profile.id = profile_id
                  where profile_change.account_id = $1 order by name_key limit 1)`,
              [accountId, last],
            ),
          )
        return sql.rows<Row>(text, values)
      },
    }
    const index = await lockIndex(sql, accountId)
    if (!index || index === 'busy') throw new Error('The index is not there.')
    await foldChanges(watched, accountId, index, 10_000)
  })
  expect(asked).toBeGreaterThanOrEqual(2)
  const faults = await people.look((sql) => checkIndex(sql, accountId))
  expect(faults).toMatchObject({ bits: 0, misplaced: 0, people: 0 })
})
