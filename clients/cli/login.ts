import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Timbre } from '../sdk/timbre.ts'
import type { CommandLine } from './command-line.ts'
import { changeConfig, readConfig, type SignedIn } from './config.ts'
import { Failure, UsageError } from './failure.ts'
import { type Authorization, authorize, discover, redeem, revoke } from './oauth.ts'
import { printable, printableJson } from './printable.ts'
import type { Process } from './process.ts'
import { serviceAddress } from './settings.ts'
import { stateFolder } from './state-folder.ts'

const allScopes = 'profiles:read profiles:write tags:manage account:read account:write'

/** Signs in with a browser, here or on another machine, and keeps the sign-in. */
export async function logIn(line: CommandLine, process: Process): Promise<void> {
  const { environment, say } = process
  const address = line.text('url') ?? environment.TIMBRE_URL
  if (!address) throw new UsageError('Give --url with the address of the service.')
  const url = serviceAddress(address)
  const server = await discover(url)
  const scopes = (line.text('scopes') ?? allScopes).split(/[ ,]+/)
  const ask = line.flag('no-browser') ? askForAddress : askInBrowser
  const tokens = await ask(
    (redirectUri) => authorize(server, redirectUri, scopes),
    process,
    (request, back) => redeem(server, request, back),
  )
  const { data: account } = await new Timbre({ baseUrl: url, token: () => tokens.accessToken }).accounts.get()
  const { issuer, tokenEndpoint, revocationEndpoint } = server
  const signedIn: SignedIn = {
    ...tokens,
    ...{ url, issuer, tokenEndpoint, revocationEndpoint, accountId: account.id, accountName: account.name },
  }
  const folder = stateFolder(environment)
  const name = await changeConfig(folder, (config) => {
    const taken = Object.entries(config.accounts).find(([, one]) => one.accountId === account.id)?.[0]
    const chosen = line.text('as') ?? taken ?? nameFor(account.name, Object.keys(config.accounts))
    const former = config.accounts[chosen]
    config.accounts[chosen] = signedIn
    config.current = chosen
    // A sign-in that is replaced would stay valid for months.
    if (former) void revoke(former).catch(() => {})
    return chosen
  })
  say(printable(`Signed in to ${account.name} as "${name}".`))
}

type Ask = <T>(
  start: (redirectUri: string) => Authorization,
  process: Process,
  finish: (request: Authorization, back: URLSearchParams) => Promise<T>,
) => Promise<T>

/** RFC 8252 section 7.3: a port of this machine, open while the browser is. */
const askInBrowser: Ask = async (start, { say, openAddress, signal }, finish) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const request = start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`)
    say(`Opening your browser. If nothing happens, open this address:\n${request.address}`)
    openAddress(request.address)
    const back = await new Promise<URLSearchParams>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      server.on('request', ({ url = '' }, response) => {
        const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
        const isOurs = pathname === '/callback' && searchParams.get('state') === request.state
        response.writeHead(isOurs ? 200 : 404, {
          'content-type': 'text/plain; charset=utf-8',
          connection: 'close',
        })
        response.end(
          isOurs ? 'You can close this page and return to the terminal.' : 'There is nothing here.',
        )
        if (isOurs) resolve(searchParams)
      })
    })
    return await finish(request, back)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Over SSH: the browser is elsewhere, so its last address is pasted. Nothing listens there. */
const askForAddress: Ask = async (start, { say, readLine }, finish) => {
  const request = start('http://127.0.0.1:8976/callback')
  say(`Open this address in a browser:\n${request.address}`)
  say('After you agree, the browser shows a page that it can’t open. Paste its address here:')
  const address = URL.parse((await readLine()).trim())
  if (!address?.searchParams.has('state'))
    throw new Failure('This isn’t the address of that page. Run timbre login again.')
  return finish(request, address.searchParams)
}

function nameFor(accountName: string, taken: readonly string[]): string {
  const base =
    accountName
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'account'
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}-${n}`
    if (!taken.includes(name)) return name
  }
}

/** Revokes a sign-in and forgets it. */
export async function logOut(line: CommandLine, { environment, say }: Process): Promise<void> {
  const folder = stateFolder(environment)
  const gone = await changeConfig(folder, async (config) => {
    const name = line.text('as') ?? config.current ?? ''
    const found = config.accounts[name]
    if (!found) throw new Failure('There is no such sign-in. timbre accounts lists them.')
    await revoke(found)
    delete config.accounts[name]
    if (config.current === name) config.current = Object.keys(config.accounts)[0] ?? null
    return name
  })
  say(`Signed out of "${gone}".`)
}

/** Lists the sign-ins, or makes another one the current one. */
export async function showAccounts(line: CommandLine, { environment, print }: Process): Promise<void> {
  const folder = stateFolder(environment)
  const [chosen] = line.words
  if (chosen !== undefined) {
    await changeConfig(folder, (config) => {
      if (!Object.hasOwn(config.accounts, chosen)) throw new UsageError(`There is no sign-in "${chosen}".`)
      config.current = chosen
    })
  }
  const { current, accounts } = readConfig(folder)
  for (const [name, { accountName, accountId, url, scopes }] of Object.entries(accounts)) {
    if (line.flag('json')) {
      print(printableJson({ name, isCurrent: name === current, accountName, accountId, url, scopes }))
    } else print(printable(`${name === current ? '*' : ' '} ${name}  ${accountName}  ${url}`))
  }
}
