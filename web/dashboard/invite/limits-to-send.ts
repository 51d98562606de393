/** How long a public link works, and how many people can start; as typed. */
export type LinkLimitValues = { readonly days: number; readonly most: string }

/** The choices of days, the first of which is what the API does without `expiresAt`. */
export const daysOfLinks = [30, 7, 90, 180, 365] as const

/** The limits as the API takes them. The end is that of a day in UTC, so that asking again gets the same link. */
export function limitsToSend(
  { days, most }: LinkLimitValues,
  now = Date.now(),
): { expiresAt?: string; maxStarts?: number } {
  const people = Number(most)
  return {
    ...(days !== daysOfLinks[0] && {
      expiresAt: `${new Date(now + days * 86_400_000).toISOString().slice(0, 10)}T23:59:59.000Z`,
    }),
    ...(most.trim() !== '' && Number.isInteger(people) && people > 0 && { maxStarts: people }),
  }
}
