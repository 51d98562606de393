import { vi } from 'vitest'
import type { TestService } from './service.ts'

/** Number of account transactions that the service opens during the work. Nothing else may use the service meanwhile. */
export async function countTransactions(
  { service }: TestService,
  work: () => Promise<unknown>,
): Promise<number> {
  const spy = vi.spyOn(service.parts.database, 'inAccount')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}
