import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, NotSignedIn } from './failure.ts'
import { alone, replaceFile } from './files.ts'
import { refreshTokens, type Tokens } from './oauth.ts'

/** A sign-in to one account. Its file is for this user only. */
export type SignedIn = Tokens & {
  url: string
  /** The authorization server, and its endpoints. */
  issuer: string
  tokenEndpoint: string
  revocationEndpoint: string
  accountId: string
  accountName: string
}

export type Config = { current: string | null; accounts: Record<string, SignedIn> }

const fileOf = (folder: string) => join(folder, 'config.json')

/** Fails as `Failure` if other users of the machine can read the file. */
export function readConfig(folder: string): Config {
  const file = fileOf(folder)
  if (!existsSync(file)) return { current: null, accounts: {} }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new Failure(`${file} can be read by other users. Run: chmod 600 ${file}`)
  }
  try {
    const { current, accounts } = JSON.parse(readFileSync(file, 'utf8')) as Config
    return { current, accounts: { ...accounts } }
  } catch {
    throw new Failure(`${file} isn't readable. Delete it and sign in again.`)
  }
}

/** Changes the file while no other program does. */
export function changeConfig<T>(folder: string, change: (config: Config) => Promise<T> | T): Promise<T> {
  return alone(`${fileOf(folder)}.lock`, async () => {
    const config = readConfig(folder)
    const result = await change(config)
    replaceFile(fileOf(folder), `${JSON.stringify(config, null, 2)}\n`)
    return result
  })
}

/** The sign-in with this name, else the current one. */
export function findSignedIn(folder: string, name: string | undefined): [string, SignedIn] {
  const { current, accounts } = readConfig(folder)
  const chosen = name ?? current ?? ''
  const found = Object.hasOwn(accounts, chosen) ? accounts[chosen] : undefined
  if (found) return [chosen, found]
  if (name === undefined)
    throw new NotSignedIn(
      'Not signed in. Run timbre login, or set TIMBRE_URL, TIMBRE_CLIENT_ID and TIMBRE_CLIENT_SECRET.',
    )
  throw new NotSignedIn(`There is no sign-in "${name}". timbre accounts lists them; timbre login adds one.`)
}

/**
 * The access token of a sign-in. Refresh tokens are used up by a renewal, so one program renews for all that run, and
 * the others read what it wrote.
 */
export async function storedToken(
  folder: string,
  name: string,
  refused: string | undefined,
): Promise<string> {
  const usable = ({ accessToken, expiresAt }: SignedIn) =>
    accessToken !== refused && expiresAt - 60_000 > Date.now() ? accessToken : undefined
  const [, before] = findSignedIn(folder, name)
  return (
    usable(before) ??
    changeConfig(folder, async ({ accounts }) => {
      const now = accounts[name]
      if (!now) throw new NotSignedIn('Signed out meanwhile. Run timbre login.')
      const token = usable(now)
      if (token) return token
      const renewed = await refreshTokens(now)
      accounts[name] = { ...now, ...renewed }
      return renewed.accessToken
    })
  )
}
