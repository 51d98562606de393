import { TimbreError } from './errors.ts'

/** The API below the address of a service, without a slash at the end. */
export function apiAddress(baseUrl: string): string {
  const url = parsed(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new TimbreError('baseUrl must be the address of the service, such as https://timbre.example.com')
  return `${rootOf(url)}/api/v4`
}

/** Where a 421 leads, if this client follows it there: over https, or from loopback to loopback. */
export function followed(
  answer: unknown,
  from: string,
  regions: readonly string[] | undefined,
): string | undefined {
  const { apiUrl } = ((answer as { region?: { apiUrl?: unknown } } | undefined)?.region ?? {}) as {
    apiUrl?: unknown
  }
  const url = typeof apiUrl === 'string' ? parsed(apiUrl) : undefined
  if (!url || url.username) return undefined
  if (url.protocol !== 'https:' && !(isLoopback(url) && isLoopback(new URL(from)))) return undefined
  if (regions && !regions.some((one) => parsed(one)?.origin === url.origin)) return undefined
  return `${rootOf(url)}/api/v4`
}

const rootOf = ({ origin, pathname }: URL) => origin + pathname.replace(/(\/api(\/v4)?)?\/*$/, '')
const isLoopback = ({ hostname }: URL) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
