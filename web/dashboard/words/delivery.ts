export type Channel = 'email' | 'sms'

/** One channel for all, or `given`: by email, and by text message to those without an email address. */
export type DeliveryMode = 'given' | Channel

export type Reachable = {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}

/** The channel for someone; undefined without an address for it. */
export function channelFor({ email, phone }: Reachable, way: DeliveryMode): Channel | undefined {
  if (way !== 'sms' && email) return 'email'
  return way !== 'email' && phone ? 'sms' : undefined
}
