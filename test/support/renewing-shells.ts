import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { newHome, runTimbre, spawnTimbre } from './command-line.ts'
import { openDroppingProxy } from './dropping-proxy.ts'

/** Signs in, lets the token end, and starts programs at once that all need a new one. */
export async function renewInShells(shells: number) {
  const { url, owner } = await openOAuthFixture()
  const home = newHome()
  const environment = { XDG_CONFIG_HOME: home, TIMBRE_URL: url }
  const said: string[] = []
  await runTimbre(['login', '--no-browser'], {
    ...{ environment, said },
    readLine: async () => (await owner.authorize(addressIn(said))).href,
  })
  const renewals = await openDroppingProxy(url, () => false)
  const file = join(home, 'timbre/config.json')
  const config = JSON.parse(readFileSync(file, 'utf8'))
  for (const account of Object.values(config.accounts) as Record<string, unknown>[]) {
    Object.assign(account, { expiresAt: 0, tokenEndpoint: `${renewals.url}/oauth/token` })
  }
  writeFileSync(file, JSON.stringify(config))
  const runs = Array.from({ length: shells }, () => spawnTimbre(['whoami', '--json'], environment))
  const ended = await Promise.all(runs.map((run) => run.ended))
  return {
    shells,
    renewals: renewals.answers(),
    signedOut: ended.filter(({ code }) => code !== 0).length,
  }
}

/** The address that the program asks a person to open. */
export function addressIn(said: readonly string[]): string {
  return /^(http\S+)$/m.exec(said.join('\n'))?.[1] ?? ''
}
