import type { OrderProvider } from './order-provider.ts'

/** Where systems that order assessments may be called. Only the operator adds to it. */
export type AtsHosts = {
  /** Origins that an order of Greenhouse may be reported to. */
  greenhouse: readonly string[]
  /** The origin of Ashby's API. */
  ashby: string
}

/** Whether an order of this system may be reported to this address, which is then sent a key. */
export function isAtsAddress(hosts: AtsHosts, provider: OrderProvider, address: string): boolean {
  if (address.length > 2_000 || !URL.canParse(address)) return false
  const { origin, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (provider === 'greenhouse') return hosts.greenhouse.includes(origin)
  return provider === 'ashby' && origin === hosts.ashby
}
