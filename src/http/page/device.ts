import type { FastifyRequest } from 'fastify'
import type { DeviceKind } from '../../contract/device.ts'

/**
 * The kind of device, from what the browser says of itself; undefined if it says nothing that is known. An iPad that asks
 * for desktop sites calls itself a Mac, and counts as a desktop.
 */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): DeviceKind | undefined {
  const agent = (headers['user-agent'] ?? '').toLowerCase()
  const names = (...words: readonly string[]) => words.some((word) => agent.includes(word))
  if (names('ipad', 'tablet', 'kindle', 'silk/')) return 'tablet'
  if (headers['sec-ch-ua-mobile'] === '?1' || names('iphone', 'ipod', 'mobile', 'opera mini')) return 'phone'
  // Phones with Android say "Mobile", tablets don't.
  if (names('android')) return 'tablet'
  return names('windows nt', 'macintosh', 'cros', 'x11', 'linux') ? 'desktop' : undefined
}
