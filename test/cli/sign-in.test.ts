import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { newHome, runTimbre } from '../support/command-line.ts'
import { addressIn, renewInShells } from '../support/renewing-shells.ts'

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

const fileIn = (home: string) => join(home, 'timbre/config.json')

/** A home, signed in by pasting the address as over SSH. `change` alters what is pasted. */
async function signedIn(words: readonly string[] = [], change = (address: string) => address) {
  const home = newHome()
  const environment = { XDG_CONFIG_HOME: home }
  const said: string[] = []
  const login = await runTimbre(['login', '--url', fixture.url, '--no-browser', ...words], {
    ...{ environment, said },
    readLine: async () => change((await fixture.owner.authorize(addressIn(said))).href),
  })
  const run = (line: readonly string[], readLine = async () => '') =>
    runTimbre(line, { environment, readLine })
  return { home, login, run }
}

describe('timbre login', () => {
  test('from an empty home to a sent invite: three commands, through the browser', async () => {
    const environment = { XDG_CONFIG_HOME: newHome() }
    const login = await runTimbre(['login', '--url', fixture.url], {
      environment,
      openAddress: async (address) => void (await fetch(await fixture.owner.authorize(address))),
    })
    expect(login).toMatchObject({ code: 0, printed: [] })
    expect(login.said.at(-1)).toBe('Signed in to Heron & Co as "heron-co".')
    const who = await runTimbre(['whoami'], { environment })
    expect(who.printed.join('\n')).toMatch(/account +Heron & Co \([0-9a-f]{24}\)[\s\S]*sign-in +heron-co/)
    const invited = await runTimbre(['invite', 'ada@login.test'], { environment })
    expect([invited.code, invited.said]).toEqual([0, ['Invite sent.']])
  })

  test('keeps the sign-in for this user only, and refuses a file that others can read', async () => {
    const { home, run } = await signedIn()
    expect(statSync(fileIn(home)).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'timbre')).mode & 0o777).toBe(0o700)
    chmodSync(fileIn(home), 0o640)
    expect(await run(['whoami'])).toMatchObject({ code: 1, said: [expect.stringContaining('chmod 600')] })
  })

  test('has several accounts by name, and asks for what it is told to', async () => {
    const { home, run, login } = await signedIn(['--as', 'work', '--scopes', 'account:read'])
    expect(login.code).toBe(0)
    expect((await run(['accounts'])).printed).toEqual([`* work  Heron & Co  ${fixture.url}`])
    expect((await run(['whoami', '--as', 'other'])).code).toBe(3)
    const refused = await run(['invite', 'ada@login.test'])
    expect([refused.code, refused.said.join()]).toEqual([
      1,
      expect.stringMatching(/profiles:write.* \(insufficient_scope, request [\w-]+\)$/),
    ])
    const [account] = Object.values(JSON.parse(readFileSync(fileIn(home), 'utf8')).accounts) as object[]
    expect(account).toMatchObject({ scopes: ['account:read'] })
  })

  const refuses = 'refuses an address %s'
  test.each([
    ['of another request', (address: string) => address.replace(/state=\w+/, 'state=other')],
  ] as const)(refuses, refusesAddress)
  test.each([
    ['of another server', (address: string) => address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fa.test')],
    ['that is none', () => 'hello'],
  ] as const)(refuses, { tags: 'long' }, refusesAddress)

  async function refusesAddress(_: string, change: (address: string) => string): Promise<void> {
    const { login, run } = await signedIn([], change)
    expect([login.code, login.printed]).toEqual([1, []])
    expect(await run(['whoami'])).toMatchObject({ code: 3, said: [expect.stringContaining('timbre login')] })
  }

  test('logout revokes and erases', async () => {
    const { home, run } = await signedIn()
    const { accounts } = JSON.parse(readFileSync(fileIn(home), 'utf8'))
    const [{ accessToken, refreshToken }] = Object.values(accounts) as [Record<string, string>]
    expect((await run(['logout'])).code).toBe(0)
    expect(readFileSync(fileIn(home), 'utf8')).not.toContain(refreshToken)
    expect((await fixture.call(accessToken ?? '', 'GET', '/test')).status).toBe(401)
    expect((await run(['whoami'])).code).toBe(3)
  })

  const renew = 'programs that renew at the same time renew once (npm run drill -- command-line)'
  const renewOnce = async (shells: number) =>
    expect(await renewInShells(shells)).toEqual({ shells, renewals: 1, signedOut: 0 })
  test(renew, () => renewOnce(2))
  test(`${renew}, four of them`, { tags: 'long' }, () => renewOnce(4))
})
