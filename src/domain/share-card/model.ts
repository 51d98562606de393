import { z } from 'zod'
import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { SealContext } from '../../contract/secret-key.ts'

/**
 * What a person can add to their card; every card has the tone and the headline. `picture` is the one that other services
 * fetch for previews of its address. The names are stored and in the audit log.
 */
export const cardParts = ['name', 'style', 'takeaways', 'values', 'picture'] as const

export type CardPart = (typeof cardParts)[number]

/** In the order of the list, each once. */
export const CardParts = z
  .array(z.enum(cardParts))
  .max(cardParts.length)
  .transform((named) => cardParts.filter((part) => named.includes(part)))

/** What a card shows, in one language. `tone` is escaped markup. */
export const CardContent = z.strictObject({
  firstName: z.string().exactOptional(),
  headline: z.string(),
  /** Whether the texts are about the person; otherwise they address them. */
  isAbout: z.boolean(),
  tone: z.string().exactOptional(),
  style: z.string().exactOptional(),
  takeaways: z.array(z.string()).exactOptional(),
  values: z.array(z.string()).exactOptional(),
  /** That the answers are unreliable or need caution; always shown. */
  caution: z.string().exactOptional(),
})
export type CardContent = z.output<typeof CardContent>

/** Days for which a card exists, unless its person can't come back to remove it. */
export const cardDays = 365

export function cardSealContext(accountId: string, cardId: string): SealContext {
  return `share_card:${accountId}:${cardId}`
}

export function cardAddressOf({ publicUrl }: Pick<InstallationConfig, 'publicUrl'>, token: string): string {
  return `${publicUrl}/card/${token}`
}

/** Whether the account lets its people have cards. */
export function mayShareCards({ preferences }: Pick<Account, 'preferences'>): boolean {
  return preferences.participantSeesReport !== false && preferences.participantSharesCard !== false
}
