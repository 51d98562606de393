import { afterAll, expect, test, vi } from 'vitest'
import type { StoredTokens } from './tokens.ts'

const kept = new Map<string, string>()
const left: string[] = []
const tokensOf = (accountId: string): StoredTokens => ({
  accessToken: `token of ${accountId}`,
  refreshToken: undefined,
  scopes: [],
  accountId,
  expiresAt: Date.now() + 600_000,
})
const signIn = (accountId: string) => kept.set('timbre.tokens', JSON.stringify(tokensOf(accountId)))

afterAll(() => vi.unstubAllGlobals())

test('gives a page no token of another account than the one it started with, whatever another tab has done', async () => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, getElementById: () => null })
  vi.stubGlobal('location', { assign: (address: string) => left.push(address) })
  vi.stubGlobal('BroadcastChannel', class {})
  vi.resetModules()
  signIn('one')
  const { accessToken } = await import('./access.ts')
  expect(await accessToken()).toBe('token of one')
  signIn('other')
  const later = await Promise.race([accessToken(), new Promise((end) => setTimeout(end, 20, 'none'))])
  expect([later, left]).toEqual(['none', ['/people']])
  signIn('one')
  expect(await accessToken()).toBe('token of one')
})
