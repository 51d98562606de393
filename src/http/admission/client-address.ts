import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type ClientAddress = (request: IncomingMessage) => string

/**
 * The address of the client: the last one of `X-Forwarded-For` that no trusted proxy has, or that of the connection.
 * Fastify does the same, but only for requests that have been admitted.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList()
  for (const one of trustedProxies) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return ({ socket, headers }) => {
    let address = socket.remoteAddress ?? ''
    if (trustedProxies.length === 0) return address
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    for (let next = forwarded.pop(); next !== undefined && isTrusted(address); next = forwarded.pop()) {
      const before = next.trim()
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
}
