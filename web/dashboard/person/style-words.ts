import type { Disc, Scoring } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

type Confidence = Scoring['confidence']['disc']

/**
 * The style in words, hedged by its repeatability: "D, with some I", "Probably S". A single letter is sure if it
 * comes first in 60% of the draws, a pair if it comes out in 35%, as on the person's own page.
 */
export function styleWords({ style, d, i, s, c }: Disc, confidence?: Confidence): string {
  const [first = '', second] = style
  if (Math.max(d, i, s, c) - 50 < nearMidline) return words.disc.none
  const { pair, unsurePair, mostly, probably } = words.disc
  if (second) return fill((confidence?.style ?? 1) >= 0.35 ? pair : unsurePair, { first, second })
  return fill(firstShare(style, confidence) >= 0.6 ? mostly : probably, { letter: first })
}

/**
 * How often the code and the first letter would come out again, from the draws around the answers; undefined without
 * draws.
 */
export function repeatWords({ style }: Disc, confidence?: Confidence): string {
  if (!confidence) return ''
  const [letter = ''] = style
  return fill(words.disc.repeated, {
    style,
    styleShare: share(confidence.style),
    letter,
    letterShare: share(firstShare(style, confidence)),
  })
}

/** The smallest distance from the midline that counts: half a standard deviation. */
const nearMidline = 6.25

function firstShare(style: string, confidence: Confidence): number {
  if (!confidence) return 1
  const same = Object.entries(confidence.styles).filter(([code]) => code[0] === style[0])
  return Math.min(
    1,
    same.reduce((sum, [, part]) => sum + part, 0),
  )
}

function share(part: number): string {
  return shares[Math.round(Math.min(1, Math.max(0, part)) * 10)] ?? ''
}

/** By tenths. */
const shares: Readonly<Record<number, string>> = words.disc.shares
