import { hash } from 'node:crypto'

/**
 * Remembers whose token an `Authorization` header was, so that admission knows the account before anything is checked.
 * It grants nothing: each request is authenticated as ever.
 */
export type AccountMemory = {
  remember(header: string, accountId: string): void
  find(header: string): string | undefined
}

export function createAccountMemory(maxHeaders = 10_000): AccountMemory {
  const accounts = new Map<string, string>()
  const keyOf = (header: string) => hash('sha256', header, 'base64')
  return {
    remember(header, accountId) {
      const key = keyOf(header)
      if (accounts.get(key) === accountId) return
      if (accounts.size >= maxHeaders) accounts.delete(accounts.keys().next().value as string)
      accounts.set(key, accountId)
    },
    find: (header) => accounts.get(keyOf(header)),
  }
}
