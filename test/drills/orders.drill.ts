import { expect, test } from 'vitest'
import { measureOrderDoors } from '../support/order-doors.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 500)

test('how long the requests take that orders come through, beside the creation of a profile', async () => {
  const times = await measureOrderDoors(rounds)
  console.table(times)
  expect(Object.keys(times)).toHaveLength(7)
})
