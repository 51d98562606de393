import { vi } from 'vitest'
import type { TestService } from './service.ts'

/**
 * Number of account transactions that the gate opens during the work. Those of background tasks, which store the last
 * use of a client every few seconds, for example, don't count. No other request may be under way meanwhile.
 */
export async function countTransactions(
  { service }: TestService,
  work: () => Promise<unknown>,
): Promise<number> {
  const { database } = service.parts
  const open = database.inAccount
  let count = 0
  const spy = vi.spyOn(database, 'inAccount').mockImplementation((...args: Parameters<typeof open>) => {
    if (/[\\/]src[\\/]gate[\\/]/.test(new Error().stack ?? '')) count += 1
    return open(...args)
  })
  try {
    await work()
    return count
  } finally {
    spy.mockRestore()
  }
}
