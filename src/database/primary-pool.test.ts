import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connect } from './connect.ts'
import { DatabaseUnavailable } from './errors.ts'

const nameOf = ({ connection }: TestDatabase) => connection.database

/** From now on, sessions of the database are like those of a standby, or of a primary. Ends those that are open. */
async function become(db: TestDatabase, role: 'standby' | 'primary'): Promise<void> {
  const isStandby = role === 'standby'
  await db.admin(
    `alter database ${nameOf(db)} set default_transaction_read_only = ${isStandby ? 'on' : 'off'}`,
  )
  if (isStandby)
    await db.admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'timbre_runtime'`,
      [nameOf(db)],
    )
}

const serverOf = (database: ReturnType<typeof connect>, options = {}) =>
  database.inSystem(async (sql) => {
    const row = await sql.row<{ name: string }>('select current_database() as name')
    return row?.name
  }, options)

test('of several servers the one that accepts writes is used, and after a failover no reader stays on the old one', async () => {
  const [one, two] = [await createTestDatabase(), await createTestDatabase()]
  await become(one, 'standby')
  const database = connect({ connection: [one.runtime, two.runtime], patience: 5 })
  try {
    const readers = () => Promise.all(Array.from({ length: 5 }, () => serverOf(database, { readOnly: true })))
    expect([await serverOf(database), ...new Set(await readers())]).toEqual([nameOf(two), nameOf(two)])
    const look = () => database.look(async () => undefined)
    await look()
    expect(await look()).toMatchObject({ writable: true })

    await become(two, 'standby')
    await become(one, 'primary')
    // The request that finds out may be refused, and only that one.
    const outcomes = await Promise.allSettled([
      serverOf(database),
      ...Array.from({ length: 5 }, () => serverOf(database)),
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DatabaseUnavailable)
    expect([await serverOf(database), ...new Set(await readers())]).toEqual([nameOf(one), nameOf(one)])
    const left = () =>
      two.admin(`select 1 from pg_stat_activity where datname = $1 and usename = 'timbre_runtime'`, [
        nameOf(two),
      ])
    // The look has a connection of its own.
    await look()
    await look()
    await expect.poll(async () => (await left()).length).toBeLessThanOrEqual(1)
    expect(await look()).toMatchObject({ writable: true })
  } finally {
    await database.close()
  }
})

test('the first refused write closes the idle connections of a server that has become a standby', async () => {
  const [one, two] = [await createTestDatabase(), await createTestDatabase()]
  const database = connect({ connection: [one.runtime, two.runtime], patience: 5 })
  try {
    const write = () =>
      database.inSystem((sql) => sql.rows('update signing_key set state = state where false returning kid'))
    await Promise.all(Array.from({ length: 4 }, () => serverOf(database, { readOnly: true })))
    // The sessions stay, as when a primary is demoted without a restart.
    await one.admin(`alter database ${nameOf(one)} set default_transaction_read_only = on`)
    await database.inSystem((sql) => sql.run('set session characteristics as transaction read only'))
    const outcomes = []
    for (let count = 0; count < 12; count += 1)
      outcomes.push(
        await write().then(
          () => 'ok',
          (error: Error) => error.name,
        ),
      )
    expect(new Set(outcomes)).toEqual(new Set(['DatabaseUnavailable', 'ok']))
    expect(await serverOf(database, { readOnly: true })).toBe(nameOf(two))
  } finally {
    await database.close()
  }
})

test('with no server that accepts writes, transactions are refused', async () => {
  const [one, two] = [await createTestDatabase(), await createTestDatabase()]
  await become(one, 'standby')
  await become(two, 'standby')
  const database = connect({ connection: [one.runtime, two.runtime], patience: 5 })
  await expect(serverOf(database)).rejects.toBeInstanceOf(DatabaseUnavailable)
  await database.close()
})
