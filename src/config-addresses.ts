import { BlockList, isIP } from 'node:net'

/** All zones. They are part of client ids, links and tokens. */
export const zones = ['us', 'eu', 'sea'] as const
export const zoneNames = 'us, eu or sea'

/** Parses `us=https://us.example.com/api,…` into roots by zone. Adds errors to `problems`. */
export function readRegions(
  text: string | undefined,
  region: string,
  publicUrl: string,
  problems: string[],
): Record<string, string> {
  if (text === undefined) return { [region]: `${publicUrl}/api` }
  const regions: Record<string, string> = {}
  const problemsBefore = problems.length
  for (const pair of text.split(',')) {
    const match = /^\s*([^\s=]+)=(https?:\/\/\S+\/api)\s*$/.exec(pair)
    if (match?.[1] && match[1] in regions) problems.push(`REGIONS: names ${match[1]} twice`)
    else if (match?.[1] && !zones.some((zone) => zone === match[1])) {
      problems.push(`REGIONS: "${match[1]}" must be ${zoneNames}`)
    } else if (match?.[1] && match[2]) regions[match[1]] = match[2]
    else problems.push(`REGIONS: "${pair.trim()}" must look like eu=https://eu.example.com/api`)
  }
  if (!regions[region] && problems.length === problemsBefore)
    problems.push(`REGIONS: must name this region, ${region}`)
  // Other regions redirect callers to this address, and expect it as the audience of this region's tokens.
  const isMismatch = regions[region] !== `${publicUrl}/api` && !isLoopback(new URL(publicUrl).hostname)
  if (isMismatch && problems.length === problemsBefore && Object.keys(regions).length > 1) {
    problems.push(`REGIONS: ${region} must be ${publicUrl}/api, as PUBLIC_URL says`)
  }
  return regions
}

/** The service roots of the other regions: their API roots without `/api`. */
export function peersOf(regions: Readonly<Record<string, string>>, region: string): Record<string, string> {
  const others = Object.entries(regions).filter(([zone]) => zone !== region)
  return Object.fromEntries(others.map(([zone, apiRoot]) => [zone, apiRoot.slice(0, -'/api'.length)]))
}

/** The zone whose root equals or contains this address; undefined if there is none. */
export function zoneAt(address: string, roots: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(roots).find((zone) => address === roots[zone] || address.startsWith(`${roots[zone]}/`))
}

/** Parses `https://app.example.com,…`. */
export function readOrigins(text: string, problems: string[]): string[] {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    problems.push(`ALLOWED_ORIGINS: "${origin}" must look like https://app.example.com`)
  }
  return origins
}

/** Where the systems that order assessments are, without ATS_HOSTS. */
const fixedAtsHosts = { greenhouse: ['https://app.greenhouse.io'], ashby: 'https://api.ashbyhq.com' }

/**
 * Parses `greenhouse=app.eu.greenhouse.io,ashby=api.example.com` into origins. A host of Greenhouse is one more, that of
 * Ashby replaces its own. `http://` must be written out, and is called in private networks only.
 */
export function readAtsHosts(text: string, problems: string[]): { greenhouse: string[]; ashby: string } {
  const hosts = { greenhouse: [...fixedAtsHosts.greenhouse], ashby: fixedAtsHosts.ashby }
  for (const pair of text.split(',').filter((one) => one.trim() !== '')) {
    const [, system, host = ''] = /^\s*(greenhouse|ashby)=(\S+)\s*$/.exec(pair) ?? []
    const address = /^https?:\/\//.test(host) ? host : `https://${host}`
    const origin = system && URL.canParse(address) ? new URL(address).origin : undefined
    if (origin !== address)
      problems.push(`ATS_HOSTS: "${pair.trim()}" must look like greenhouse=app.eu.greenhouse.io`)
    else if (system === 'greenhouse') hosts.greenhouse.push(origin)
    else hosts.ashby = origin
  }
  return hosts
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

/** Parses `127.0.0.1,10.0.0.0/8` into addresses and networks. */
export function readProxies(text: string, problems: string[]): string[] {
  return readNetworks(text, 'TRUSTED_PROXIES', problems)
}

/** Addresses and networks, separated by commas. */
export function readNetworks(text: string, variable: string, problems: string[]): string[] {
  const networks = text
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean)
  for (const network of networks) {
    const [address = '', bits = '0', ...more] = network.split('/')
    const isNetwork = /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
    if (isIP(address) !== 0 && isNetwork && more.length === 0) continue
    problems.push(
      `${variable}: "${network}" must be an address such as 127.0.0.1 or a network such as 10.0.0.0/8`,
    )
  }
  return networks
}

/** Whether an address is plain http and outside of this machine and private networks. */
export function isInsecureRemote(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isPrivateHost(hostname.replace(/^\[|\]$/g, ''))
}

/**
 * Loopback, an address of a private network (RFC 1918, RFC 4193), or a name that only resolves within one: a name
 * without a dot, such as that of a container, or one under `.internal` or `.localhost`.
 */
function isPrivateHost(host: string): boolean {
  const family = isIP(host)
  if (family === 4) return privateRanges4.check(host)
  if (family === 6) return privateRanges6.check(host, 'ipv6')
  return /^[a-z][a-z0-9-]*$/i.test(host) || /\.(internal|localhost)$/i.test(host)
}

const [privateRanges4, privateRanges6] = [new BlockList(), new BlockList()]
privateRanges4.addSubnet('127.0.0.0', 8)
privateRanges4.addSubnet('10.0.0.0', 8)
privateRanges4.addSubnet('172.16.0.0', 12)
privateRanges4.addSubnet('192.168.0.0', 16)
privateRanges6.addAddress('::1', 'ipv6')
privateRanges6.addSubnet('fc00::', 7, 'ipv6')

/** Refuses plain http outside of private networks: anyone on the path could read and change tokens and results. */
export function refusePlainHttp(
  addresses: Readonly<Record<string, readonly string[]>>,
  problems: string[],
): void {
  for (const [key, urls] of Object.entries(addresses)) {
    const plain = urls.find((url) => URL.canParse(url) && isInsecureRemote(url))
    if (plain === undefined) continue
    problems.push(
      `${key}: ${plain} must be https://… outside of this machine and private networks, or set ALLOW_PLAIN_HTTP=on`,
    )
  }
}
