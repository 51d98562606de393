import { describe, expect, test } from 'vitest'
import type { DemoFile } from './demo/seed.ts'
import { startupMessage } from './startup-message.ts'

const url = 'http://localhost:4010'
const account = { id: 'a', name: 'Northwind', owner: 'ada@northwind.test' }
const demo: DemoFile = {
  url: 'http://localhost:3000',
  baseUrl: 'http://localhost:3000/api/v4',
  accounts: { demo: { ...account, clientId: 'm2m_us_x', clientSecret: 'tmb_secret_y' } },
  takeLink: 'http://localhost:3000/t/us.tmb_link_z',
  oauthClient: { clientId: 'c', redirectUri: 'http://127.0.0.1/callback' },
}
const started = { version: '0.1.0', seconds: 1.44, url, dataDir: './data', isTerminal: false }

describe('the table that the start prints', () => {
  test('lists, with the demo, what a new user opens or pastes, at the current address', () => {
    const text = startupMessage({ ...started, demo, signInLink: `${url}/login/tmb_login_q` })
    for (const line of [
      'Timbre 0.1.0 ready in 1.4 s  data: ./data (demo data, credentials in ./data/demo.json, remove with: npm run demo:reset)',
      `  Dashboard   ${url}/`,
      `ada@northwind.test, one-time sign-in link, valid for 24 hours: ${url}/login/tmb_login_q`,
      `  Assessment  ${url}/t/us.tmb_link_z`,
      `  Mailbox     ${url}/dev/mailbox`,
      `curl -s -u m2m_us_x:tmb_secret_y ${url}/api/v4/auth -d grant_type=client_credentials`,
      `claude mcp add --transport http timbre ${url}/mcp`,
      `  Sample app  npm run sample -- ${url}`,
      'signs in with OAuth and PKCE: leave out a permission and see the 403',
    ]) {
      expect(text).toContain(line)
    }
    expect(text).not.toContain('localhost:3000')
    expect(text).not.toMatch(/[█▀▄]/)
  })

  test('prints the QR code on a terminal only', () => {
    expect(startupMessage({ ...started, demo, isTerminal: true })).toMatch(
      /adb reverse tcp:4010 tcp:4010\n\n.*[█▀▄]/,
    )
    expect(startupMessage({ ...started, isTerminal: true })).not.toMatch(/[█▀▄]/)
  })

  test('warns if the address implies a proxy and TRUSTED_PROXIES is empty', () => {
    expect(startupMessage({ ...started, isProxyUnnamed: true })).toContain(
      '  Proxy      TRUSTED_PROXIES is empty\n',
    )
    expect(startupMessage(started)).not.toContain('TRUSTED_PROXIES')
  })

  test('shows no secret, mailbox or sample app without the demo', () => {
    expect(startupMessage(started)).not.toMatch(/tmb_|mailbox|sample|demo/)
    expect(startupMessage(started)).toContain(`  Health     ${url}/readyz`)
  })
})
