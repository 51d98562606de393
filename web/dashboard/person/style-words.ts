import type { Disc, Scoring } from '../client/types.ts'

type Confidence = Scoring['confidence']['disc']

/**
 * The style in words, as careful as its repeatability: "D, with some I", "Probably S". A single letter is sure when
 * it comes first in six of ten draws, a pair when it comes out in 35 of a hundred, as on the person's own page.
 */
export function styleWords({ style, d, i, s, c }: Disc, confidence?: Confidence): string {
  const [first = '', second] = style
  if (Math.max(d, i, s, c) - 50 < nearMidline) return 'No letter stands out'
  if (second) return `${first}, ${(confidence?.style ?? 1) >= 0.35 ? 'with' : 'perhaps with'} some ${second}`
  return `${firstShare(style, confidence) >= 0.6 ? 'Mostly' : 'Probably'} ${first}`
}

/** How often code and first letter would come back, from the draws around the answers; nothing without them. */
export function repeatWords({ style }: Disc, confidence?: Confidence): string {
  if (!confidence) return ''
  const [letter] = style
  return (
    `If the questions were repeated, the exact code ${style} would probably come out ${share(confidence.style)}, ` +
    `and ${letter} would come first ${share(firstShare(style, confidence))}.`
  )
}

/** How far a letter must stand from the midline to count: half a standard deviation. */
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
