import { afterAll, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
const sent: string[] = []
const claims = btoa(JSON.stringify({ account_id: 'other', scope: 'profiles:read' }))

afterAll(() => vi.unstubAllGlobals())

test('a sign-in revokes the previous one, and an unrequested response is ignored', async () => {
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    getElementById: () => ({ textContent: '{"authUrl":"https://auth.test"}' }),
  })
  vi.stubGlobal('location', { origin: 'https://us.test' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    sent.push(`${address} ${body.get('code') ?? body.get('token')}`)
    return Response.json({ access_token: `a.${claims}.c`, refresh_token: 'newer', expires_in: 600 })
  })
  vi.resetModules()
  const { authorizationUrl, finishSignIn } = await import('./flow.ts')
  kept.set('timbre.tokens', JSON.stringify({ refreshToken: 'older', accountId: 'one' }))
  expect(await finishSignIn(new URLSearchParams({ state: 'forged', code: 'forged' }))).toBeUndefined()
  expect(sent).toEqual([])
  const state = new URL(await authorizationUrl({ returnTo: '/tags' })).searchParams.get('state') ?? ''
  expect(await finishSignIn(new URLSearchParams({ state, code: 'good' }))).toMatchObject({
    returnTo: '/tags',
  })
  expect(sent).toEqual(['https://auth.test/oauth/token good', 'https://auth.test/oauth/revoke older'])
  expect(JSON.parse(kept.get('timbre.tokens') ?? '')).toMatchObject({
    refreshToken: 'newer',
    accountId: 'other',
  })
})
