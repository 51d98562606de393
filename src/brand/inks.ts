import { z } from 'zod'
import { contrast, hexOf, type Oklch, oklchOf } from './oklch.ts'

const Inks = z.strictObject({ ink: z.string(), onInk: z.string(), wash: z.string() })

/** Replacements for the design tokens `ink`, `on-ink` and `ink-wash`, on light and on dark backgrounds. */
export const BrandInks = z.strictObject({ light: Inks, dark: Inks })
export type BrandInks = z.output<typeof BrandInks>

// The backgrounds on which ink must be readable; see web/pages/tokens.css.
const [lightWell, white, darkWell] = ['#e9ede8', '#ffffff', '#222a26']

/**
 * Makes an account's color, `#rrggbb`, readable: the hue stays, chroma is limited, and lightness changes until the
 * contrast is 4.5 on the light well, 5 under white and 5.5 on the dark well.
 */
export function brandInks(color: string): BrandInks {
  const brand = oklchOf(color)
  const light = { ...brand, c: Math.min(brand.c, 0.15) }
  const lightInk = shiftLightness(
    light,
    -step,
    (hex) => contrast(hex, lightWell) >= 4.5 && contrast(hex, white) >= 5,
  )
  const dark = { ...brand, c: Math.min(brand.c, 0.12), l: Math.max(brand.l, 0.6) }
  const darkInk = shiftLightness(dark, step, (hex) => contrast(hex, darkWell) >= 5.5)
  return {
    light: { ink: lightInk, onInk: white, wash: hexOf({ ...light, l: 0.94, c: light.c * 0.14 }) },
    dark: {
      ink: darkInk,
      onInk: hexOf({ ...dark, l: 0.22, c: dark.c * 0.5 }),
      wash: hexOf({ ...dark, l: 0.27, c: dark.c * 0.3 }),
    },
  }
}

const step = 0.002

/** The first color in this direction that is good enough. The last candidates, black and white, always are. */
function shiftLightness(color: Oklch, by: number, isGood: (hex: string) => boolean): string {
  for (let l = color.l; l > 0 && l < 1; l += by) {
    const hex = hexOf({ ...color, l })
    if (isGood(hex)) return hex
  }
  return by < 0 ? '#000000' : white
}
