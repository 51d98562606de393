import { type BrandInks, brandInks } from '../../brand/inks.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { logoPath } from './model.ts'
import { findLogoSize } from './store.ts'

/** How an account looks on pages and in letters. */
export type Appearance = {
  /** `path` is below the root of the service; width and height are those of the picture, in pixels. */
  logo?: { path: string; width: number; height: number }
  brand?: BrandInks
}

/** The name under which an account speaks to people, in letters and on pages alike. */
export function accountDisplayName({ name, preferences }: Pick<Account, 'name' | 'preferences'>): string {
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
