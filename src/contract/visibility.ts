/**
 * What a link may show of its person. `through`: by what it came, and what is entered in its session is marked with. A
 * link to an address that nobody who may read the profile has given or confirmed is limited: it shows what was entered
 * through it, and of names and addresses those fields that came from someone who may not read either.
 */
export type Visibility = { through: string; fields: readonly string[] | 'all' }

const fieldOf = { email: ['email'], sms: ['phone'], link: ['email', 'phone'] } as const

/** Whoever started from a shared link has no address of their own, so any unconfirmed one makes a difference. */
export function visibilityOf(
  invite: { id: string; channel: keyof typeof fieldOf; recipient: string | null },
  unconfirmed: readonly string[],
): Visibility {
  const isLimited = fieldOf[invite.channel].some((field) => unconfirmed.includes(field))
  return { through: invite.recipient ?? `invite:${invite.id}`, fields: isLimited ? unconfirmed : 'all' }
}
