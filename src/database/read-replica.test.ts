import { expect, test } from 'vitest'
import type { Sql } from '../contract/ports.ts'
import { openReadReplica } from './read-replica.ts'

/** A primary whose log is at these positions, one after the other. */
function primaryAt(...positions: string[]): Sql {
  const row = async () => ({ position: positions.shift() })
  return { row } as unknown as Sql
}

function openUnreachable() {
  const lines: string[] = []
  const replica = openReadReplica({
    server: { host: '127.0.0.1', port: 1 },
    poolSize: 2,
    patience: 1,
    openingOf: () => 'begin',
    identityOfPrimary: async () => 'one',
    flushPrimary: async () => {},
    now: () => performance.now(),
    log: (message) => lines.push(message),
  })
  return { replica, lines }
}

test('positions of the log are numbers; one before an earlier one counts as none, because a failover lost the rest', async () => {
  const { replica } = openUnreachable()
  const primary = primaryAt('0/5000000', '1/0', '0/FFFFFFFF', '1/0', 'nonsense')
  const seen: bigint[] = []
  for (let round = 0; round < 5; round++) seen.push(await replica.position(primary))
  expect(seen).toEqual([0x5000000n, 0x100000000n, 0n, 0x100000000n, 0n])
  await replica.close()
})

test('one that is away answers nothing, and is named once', async () => {
  const { replica, lines } = openUnreachable()
  const work = async () => 'read'
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toBe("The read replica of DATABASE_READ_URL can't be used. The primary answers all reads")
  expect(replica.isUsable()).toBe(false)
  expect(replica.lagSeconds()).toBeUndefined()
  expect(await replica.inAccount('6920a14f0c7d2e8f5a634b1a', 1n, work, {})).toBeUndefined()
  await replica.close()
})
