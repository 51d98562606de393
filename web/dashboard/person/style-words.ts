import type { Disc, Scoring } from '../client/types.ts'

type Confidence = Scoring['confidence']['disc']

/**
 * The style in words, hedged by its repeatability: "D, with some I", "Probably S". A single letter is sure if it
 * comes first in 60% of the draws, a pair if it comes out in 35%, as on the person's own page.
 */
export function styleWords({ style, d, i, s, c }: Disc, confidence?: Confidence): string {
  const [first = '', second] = style
  if (Math.max(d, i, s, c) - 50 < nearMidline) return 'No letter stands out'
  if (second) return `${first}, ${(confidence?.style ?? 1) >= 0.35 ? 'with' : 'perhaps with'} some ${second}`
  return `${firstShare(style, confidence) >= 0.6 ? 'Mostly' : 'Probably'} ${first}`
}

/**
 * How often the code and the first letter would come out again, from the draws around the answers; undefined without
 * draws.
 */
export function repeatWords({ style }: Disc, confidence?: Confidence): string {
  if (!confidence) return ''
  const [letter] = style
  return (
    `If the questions were repeated, the exact code ${style} would probably come out ${share(confidence.style)}, ` +
    `and ${letter} would come first ${share(firstShare(style, confidence))}.`
  )
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

const shares = [
  'hardly ever',
  'about one time in ten',
  'about two times in ten',
  'about three times in ten',
  'about four times in ten',
  'about half the time',
  'about six times in ten',
  'about seven times in ten',
  'about eight times in ten',
  'about nine times in ten',
  'nearly every time',
]
