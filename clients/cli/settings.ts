import { UsageError } from './failure.ts'

/** Where the service is, and who asks. With a token, the client's id and secret are empty. */
export type Settings = { url: string; clientId: string; clientSecret: string; token: string | undefined }

export type Environment = Readonly<Record<string, string | undefined>>

const names = ['TIMBRE_URL', 'TIMBRE_CLIENT_ID', 'TIMBRE_CLIENT_SECRET'] as const

/** Reads the environment. Fails as `UsageError`. */
export function readSettings(environment: Environment): Settings {
  const token = environment.TIMBRE_TOKEN || undefined
  const needed = token === undefined ? names : names.slice(0, 1)
  const missing = needed.filter((name) => !environment[name])
  if (missing.length > 0) throw new UsageError(`Set ${missing.join(', ')} in the environment.`)
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError('TIMBRE_TOKEN must be an access token, without spaces or line breaks.')
  }
  const [address = '', ...client] = names.map((name) => environment[name])
  const [clientId = '', clientSecret = ''] = token === undefined ? client : []
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError('TIMBRE_URL must be the address of the service, such as https://timbre.example.org')
  }
  return { url: url.href.replace(/\/+$/, '').replace(/\/api(\/v4)?$/, ''), clientId, clientSecret, token }
}
