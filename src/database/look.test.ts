import { expect, test } from 'vitest'
import { createSlowDatabase } from '../../test/support/slow-database.ts'
import { connect } from './connect.ts'

const nothing = async () => undefined
const well = { damaged: false, writable: true, migrated: true, seen: undefined }

test('a look says in a word why the database does not answer, and recovers with it', async () => {
  const { db, delay, cut } = await createSlowDatabase()
  const database = connect({ connection: db.url })
  expect(await database.look(nothing)).toEqual(well)
  delay(60_000)
  expect(await database.look(nothing)).toEqual({ damaged: false, trouble: 'timeout' })
  delay(0)
  expect(await database.look(nothing)).toEqual(well)
  cut()
  expect(await database.look(nothing)).toEqual({ damaged: false, trouble: 'refused' })
  await database.close()
})

test('a look needs no room in the pool, and a blocked process is no missing answer', async () => {
  const { db } = await createSlowDatabase()
  const database = connect({ connection: db.url, poolSize: 1 })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holding = database.inSystem(() => held)
  expect(await database.look((sql) => sql.row('select current_user as role'))).toEqual({
    ...well,
    seen: { role: 'timbre_system' },
  })
  const looking = database.look(nothing)
  const blocked = performance.now()
  while (performance.now() - blocked < 1_500) Math.sqrt(2)
  expect(await looking).toEqual(well)
  release()
  await holding
  await database.close()
})
