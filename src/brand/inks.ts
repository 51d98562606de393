import { contrast, hexOf, type Oklch, oklchOf } from './oklch.ts'

/** What stands in place of `ink`, `on-ink` and `ink-wash` of the look, on light and on dark ground. */
export type BrandInks = { readonly light: Inks; readonly dark: Inks }
export type Inks = { readonly ink: string; readonly onInk: string; readonly wash: string }

// The grounds of the look on which ink must be read; see web/pages/tokens.css.
const [lightWell, white, darkWell] = ['#e9ede8', '#ffffff', '#222a26']

/**
 * Makes an account's color, `#rrggbb`, one that can be read: the hue stays, chroma has a limit, and lightness goes
 * as far as the contrast asks, 4.5 on the light well and 5 under white, 5.5 on the dark well.
 */
export function brandInks(color: string): BrandInks {
  const brand = oklchOf(color)
  const light = { ...brand, c: Math.min(brand.c, 0.15) }
  const lightInk = moved(light, -step, (hex) => contrast(hex, lightWell) >= 4.5 && contrast(hex, white) >= 5)
  const dark = { ...brand, c: Math.min(brand.c, 0.12), l: Math.max(brand.l, 0.6) }
  const darkInk = moved(dark, step, (hex) => contrast(hex, darkWell) >= 5.5)
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

/** The first color in this direction that is good enough; black and white, where every way ends, always are. */
function moved(color: Oklch, by: number, isGood: (hex: string) => boolean): string {
  for (let l = color.l; l > 0 && l < 1; l += by) {
    const hex = hexOf({ ...color, l })
    if (isGood(hex)) return hex
  }
  return by < 0 ? '#000000' : white
}
