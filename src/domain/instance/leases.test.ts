import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createLeases } from './leases.ts'

const hour = 3_600

test('a task has one holder, is done once in its time, and passes to another when the holder is gone or stops', async () => {
  const db = await createTestDatabase()
  const clock = { now: 0 }
  const open = () =>
    createLeases({ database: db.database, holder: randomUUID(), now: () => clock.now }, ['sweep', 'count'])
  const [one, two] = [open(), open()]
  expect(one.isDue('sweep', hour)).toBe(false)
  await one.renew()
  await two.renew()
  expect([one, two].map(({ holds }) => holds('sweep'))).toEqual([true, false])
  expect(one.isDue('sweep', hour)).toBe(true)

  let runs = 0
  const sweep = one.noting('sweep', async () => {
    runs += 1
    // The answer to a renewal may be older than the end of the work.
    await one.renew()
  })
  await sweep()
  expect([runs, one.isDue('sweep', hour), one.isDue('count', hour)]).toEqual([1, false, true])
  await one.renew()
  expect(one.isDue('sweep', hour)).toBe(false)

  // Its last sign of life was 15 s ago by its own clock, whatever the database says.
  clock.now += 15_000
  expect(one.holds('sweep')).toBe(false)
  await two.renew()
  expect(two.holds('sweep')).toBe(false)
  await db.admin(`update task_lease set until = clock_timestamp() - interval '1 second'`)
  await two.renew()
  await one.renew()
  expect([one, two].map(({ holds }) => holds('sweep'))).toEqual([false, true])
  // It goes on from when the other one did it.
  expect([two.isDue('sweep', hour), two.isDue('sweep', 0)]).toEqual([false, true])

  await two.release()
  await one.renew()
  expect([one, two].map(({ holds }) => holds('sweep'))).toEqual([true, false])
})

test('what fails is not noted as done, and not tried again at once', async () => {
  const db = await createTestDatabase()
  const leases = createLeases({ database: db.database, holder: randomUUID(), now: () => 0 }, ['sweep'])
  await leases.renew()
  const failing = leases.noting('sweep', () => Promise.reject(new Error('away')))
  await expect(failing()).rejects.toThrow('away')
  expect(leases.isDue('sweep', hour)).toBe(false)
  expect(await db.admin('select done_at from task_lease')).toEqual([{ done_at: null }])
})
