import { UsageError } from './failure.ts'

/** Where the service is, and who asks. */
export type Settings = { url: string; clientId: string; clientSecret: string }

export type Environment = Readonly<Record<string, string | undefined>>

const names = ['TIMBRE_URL', 'TIMBRE_CLIENT_ID', 'TIMBRE_CLIENT_SECRET'] as const

/** Reads the environment. Fails as `UsageError`. */
export function readSettings(environment: Environment): Settings {
  const missing = names.filter((name) => !environment[name])
  if (missing.length > 0) throw new UsageError(`Set ${missing.join(', ')} in the environment.`)
  const [address = '', clientId = '', clientSecret = ''] = names.map((name) => environment[name])
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError('TIMBRE_URL must be the address of the service, such as https://timbre.example.org')
  }
  return { url: url.href.replace(/\/+$/, '').replace(/\/api(\/v4)?$/, ''), clientId, clientSecret }
}
