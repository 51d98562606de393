/** A color in OKLCH (CSS Color 4, section 9): lightness 0 to 1, chroma from 0, hue in radians. */
export type Oklch = { l: number; c: number; h: number }

/** Reads `#rrggbb`. */
export function oklchOf(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(channel(hex, at)))
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) }
}

/** Writes `#rrggbb`. A color that screens cannot show keeps its lightness and hue, and as much chroma as possible. */
export function hexOf(color: Oklch): string {
  let [shown, refused] = [0, color.c]
  if (isShown(linearRgb(color))) shown = color.c
  else {
    for (let step = 0; step < 20; step += 1) {
      const c = (shown + refused) / 2
      if (isShown(linearRgb({ ...color, c }))) shown = c
      else refused = c
    }
  }
  const bytes = linearRgb({ ...color, c: shown }).map((share) => Math.round(255 * encoded(clamp(share))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The WCAG 2.2 contrast of two opaque colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(channel(hex, at)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linearRgb({ l, c, h }: Oklch): [number, number, number] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

function isShown(rgb: readonly number[]): boolean {
  return rgb.every((share) => share >= -0.0005 && share <= 1.0005)
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function channel(hex: string, at: number): number {
  return Number.parseInt(hex.slice(at, at + 2), 16) / 255
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function encoded(share: number): number {
  return share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055
}
