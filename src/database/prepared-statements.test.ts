import { beforeAll, describe, expect, test } from 'vitest'
import { inspectBackends } from '../../test/support/backends.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connect } from './connect.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

const numbers = Array.from({ length: 400 }, (_, index) => index)

describe('statements', () => {
  test('built from input leave a bounded number prepared per connection, with correct results', async () => {
    const database = connect({ connection: db.connection, poolSize: 1 })
    for (let round = 0; round < 3; round += 1) {
      for (const number of numbers) {
        const row = await database.inSystem((sql) =>
          sql.row(`select $1::integer + ${number} as sum`, [round]),
        )
        expect(row).toEqual({ sum: round + number })
      }
    }
    const [backend] = await inspectBackends(database, 1)
    expect(backend?.prepared).toBeGreaterThan(100)
    expect(backend?.prepared).toBeLessThanOrEqual(200)
    await database.close()
  })

  test('sent together stay within the limit, even if a text that was just closed is used again', async () => {
    const database = connect({ connection: db.connection, poolSize: 1 })
    for (let round = 0; round < 3; round += 1) {
      const rows = await database.inSystem((sql) =>
        Promise.all(numbers.map((number) => sql.row(`select ${number} as together`))),
      )
      expect(rows).toEqual(numbers.map((together) => ({ together })))
    }
    const [backend] = await inspectBackends(database, 1)
    expect(backend?.prepared).toBeLessThanOrEqual(200)
    await database.close()
  })

  test('that are long are never prepared, and medium ones only up to a total length', async () => {
    const database = connect({ connection: db.connection, poolSize: 1 })
    const pad = (length: number) => `/* ${'x'.repeat(length)} */`
    for (let round = 0; round < 3; round += 1) {
      await database.inSystem(async (sql) => {
        await sql.row(`select 1 as long ${pad(10_000)}`)
        for (const number of numbers.slice(0, 60)) await sql.row(`select ${number} as middle ${pad(3_000)}`)
      })
    }
    const texts = await database.inSystem((sql) =>
      sql.row<{ longest: number; sum: number }>(
        'select max(length(statement))::integer as longest, sum(length(statement))::integer as sum from pg_prepared_statements',
      ),
    )
    expect(texts?.longest).toBeLessThan(10_000)
    expect(texts?.sum).toBeLessThanOrEqual(60_000)
    await database.close()
  })

  test('used once are not prepared; those used again are', async () => {
    const database = connect({ connection: db.connection, poolSize: 1 })
    await database.inSystem(async (sql) => {
      await sql.row(`select 'once' as kept_never`)
      await sql.row(`select 'again' as kept_later`)
      await sql.row(`select 'again' as kept_later`)
    })
    const prepared = await database.inSystem((sql) =>
      sql.rows<{ statement: string }>('select statement from pg_prepared_statements'),
    )
    expect(prepared.map((row) => row.statement)).toEqual([`select 'again' as kept_later`])
    await database.close()
  })

  test('that fail are prepared again the next time', async () => {
    const database = connect({ connection: db.connection, poolSize: 1 })
    const divide = (by: number) =>
      database.inSystem((sql) => sql.row('select 6 / $1::integer as quotient', [by]))
    for (const by of [3, 3, 3]) expect(await divide(by)).toEqual({ quotient: 2 })
    await expect(divide(0)).rejects.toThrow('division by zero')
    const missing = () => database.inSystem((sql) => sql.row('select 1 from nothing_of_the_kind'))
    for (let tries = 0; tries < 3; tries += 1) await expect(missing()).rejects.toThrow('does not exist')
    expect(await divide(2)).toEqual({ quotient: 3 })
    await database.close()
  })
})
