import { Timbre, type TimbreOptions } from '../sdk/timbre.ts'
import { findSignedIn, storedToken } from './config.ts'
import { UsageError } from './failure.ts'
import { type Environment, stateFolder } from './state-folder.ts'

/**
 * Where the service is, and who asks: a machine client, a token (then the client's id and secret are empty), or a
 * sign-in that this program keeps (then the client's id is that of the account).
 */
export type Settings = {
  url: string
  clientId: string
  clientSecret: string
  token: string | undefined
  signedIn?: { folder: string; name: string; accountName: string; scopes: readonly string[] }
}

const names = ['TIMBRE_URL', 'TIMBRE_CLIENT_ID', 'TIMBRE_CLIENT_SECRET'] as const

/** What the environment says; without it, or with a name, a sign-in. Fails as `UsageError` or `NotSignedIn`. */
export function readSettings(environment: Environment, name?: string): Settings {
  const { TIMBRE_TOKEN, TIMBRE_CLIENT_ID, TIMBRE_CLIENT_SECRET } = environment
  if (name === undefined && (TIMBRE_TOKEN || TIMBRE_CLIENT_ID || TIMBRE_CLIENT_SECRET))
    return fromEnvironment(environment)
  const folder = stateFolder(environment)
  const [found, { url, accountId, accountName, scopes }] = findSignedIn(folder, name)
  const signedIn = { folder, name: found, accountName, scopes }
  return { url, clientId: accountId, clientSecret: '', token: undefined, signedIn }
}

function fromEnvironment(environment: Environment): Settings {
  const token = environment.TIMBRE_TOKEN || undefined
  const needed = token === undefined ? names : names.slice(0, 1)
  const missing = needed.filter((name) => !environment[name])
  if (missing.length > 0) throw new UsageError(`Set ${missing.join(', ')} in the environment.`)
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError('TIMBRE_TOKEN must be an access token, without spaces or line breaks.')
  }
  const [address = '', ...client] = names.map((name) => environment[name])
  const [clientId = '', clientSecret = ''] = token === undefined ? client : []
  return { url: serviceAddress(address, 'TIMBRE_URL'), clientId, clientSecret, token }
}

/** The root of a service. Fails as `UsageError`. */
export function serviceAddress(address: string, named = '--url'): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(`${named} must be the address of the service, such as https://timbre.example.org`)
  }
  return url.href.replace(/\/+$/, '').replace(/\/api(\/v4)?$/, '')
}

/** A client of the API for these settings. */
export function connect(settings: Settings, options: Omit<TimbreOptions, 'baseUrl' | 'token'> = {}): Timbre {
  const { url: baseUrl, clientId, clientSecret, token, signedIn } = settings
  if (signedIn) {
    const { folder, name } = signedIn
    return new Timbre({
      ...options,
      baseUrl,
      token: (refused) => storedToken(folder, name, refused),
    } as TimbreOptions)
  }
  const credentials = token === undefined ? { clientId, clientSecret } : { token: () => token }
  return new Timbre({ ...options, baseUrl, ...credentials } as TimbreOptions)
}
