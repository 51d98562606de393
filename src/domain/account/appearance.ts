import { z } from 'zod'
import { BrandInks, brandInks } from '../../brand/inks.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { logoPath } from './model.ts'
import { findLogoSize } from './store.ts'

/** The branding of an account on pages and in emails. */
const Appearance = z.strictObject({
  /** `path` is relative to the root URL of the service; width and height are those of the image, in pixels. */
  logo: z.strictObject({ path: z.string(), width: z.int(), height: z.int() }).exactOptional(),
  brand: BrandInks.exactOptional(),
})
type Appearance = z.output<typeof Appearance>

/** What every page for people shows of the account. */
export const accountViewFields = { accountName: z.string(), appearance: Appearance }

/**
 * The name that introduces the account in emails to people. Pages, text messages and what people agree to name the
 * account itself, which is who gets the answers.
 */
export function emailSenderName({ name, preferences }: Pick<Account, 'name' | 'preferences'>): string {
  return preferences.senderName ?? name
}

export async function appearanceOf(sql: Sql, account: Account): Promise<Appearance> {
  const path = logoPath(account)
  const size = path === undefined ? undefined : await findLogoSize(sql, account.id)
  const { brandColor } = account.preferences
  return {
    ...(path && size ? { logo: { path, ...size } } : {}),
    ...(brandColor ? { brand: brandInks(brandColor) } : {}),
  }
}
