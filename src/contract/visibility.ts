/**
 * What a link may show of its person. `through`: the address or link it was sent to; what is entered in its session
 * is marked with it. A link to an address that no one with profiles:read has set or confirmed is limited: it shows
 * what was entered through it, and only those names and addresses that came from someone without profiles:read
 * either.
 */
export type Visibility = { through: string; fields: readonly string[] | 'all' }

const fieldOf = { email: ['email'], sms: ['phone'], link: ['email', 'phone'] } as const

/** People who started from a share link have no address of their own, so any unconfirmed one counts. */
export function visibilityOf(
  invite: { id: string; channel: keyof typeof fieldOf; recipient: string | null },
  unconfirmed: readonly string[],
): Visibility {
  const isLimited = fieldOf[invite.channel].some((field) => unconfirmed.includes(field))
  return { through: invite.recipient ?? `invite:${invite.id}`, fields: isLimited ? unconfirmed : 'all' }
}
