import { stylePlace, styles } from './disc-style.ts'
import { fnv1a } from './hash.ts'
import { gaussianOf, seededState, toUnit } from './random.ts'

/**
 * The share of each style (1% and more, largest first) over 1,000 sheets drawn around this one with the norm's standard
 * error. Errors of the four letters sum to zero, as difference scores do. The draws are seeded by the counts, so a
 * result always gives the same shares.
 */
export function styleShares(
  most: readonly number[],
  differences: readonly number[],
  norm: ErrorNorm,
): Record<string, number> {
  countStyles(seedOf(most, differences), most, differences, norm)
  const order: number[] = []
  for (let place = 0; place < styles.length; place++) {
    if ((counts[place] as number) < draws / 100) continue
    let at = order.length
    while (at > 0 && comesBefore(place, order[at - 1] as number)) {
      order[at] = order[at - 1] as number
      at--
    }
    order[at] = place
  }
  const shares: Record<string, number> = {}
  for (const place of order) shares[styles[place] as string] = (counts[place] as number) / draws
  return shares
}

/** Larger shares first, equal ones by name. */
function comesBefore(place: number, other: number): boolean {
  const more = (counts[place] as number) - (counts[other] as number)
  return more > 0 || (more === 0 && (styles[place] as string) < (styles[other] as string))
}

/** The hash of the counts as text, such as `10,0,1,13 8,-3,-16,11`. */
function seedOf(most: readonly number[], differences: readonly number[]): number {
  const [d, i, s, c] = most
  const [e, j, t, g] = differences
  return fnv1a(`${d},${i},${s},${c} ${e},${j},${t},${g}`)
}

/** The SD of a letter's difference score, and its standard error. */
type ErrorNorm = { readonly sd: number; readonly sem: number }

const draws = 1000

/**
 * Draws 1,000 sheets and counts their styles. Logarithms, roots and cosines would take nearly all of the time, and a
 * style hardly ever depends on their last digits. So a draw is first computed in whole numbers from tables, with a
 * bound on its error, and only computed exactly if the order of the letters or the cut lies within that bound.
 */
function countStyles(
  seed: number,
  most: readonly number[],
  differences: readonly number[],
  { sd, sem }: ErrorNorm,
): void {
  counts.fill(0)
  // Subtracting the mean costs a quarter of the variance, which the root of 4/3 restores.
  const spread = sem * Math.sqrt(4 / 3)
  const unclear = countClearStyles(seed, differences, sd, spread)
  for (let at = 0; at < unclear; at += 8) {
    const place = exactStyle(at, spread, most, differences, sd)
    counts[place] = (counts[place] as number) + 1
  }
}

/**
 * Counts the styles that the tables are enough for, and keeps the eight words of all others; returns how many words.
 * Nothing is called or allocated in the loop.
 */
function countClearStyles(seed: number, differences: readonly number[], sd: number, spread: number): number {
  // In units of the spread, a letter is its difference plus a standard normal number, less the mean of the four.
  const parts = unit / spread
  // With a tiny error the figures are too large for the tables, and all draws are computed exactly.
  const isUsual = parts > 0 && parts * Math.max(24, sd) < 2 ** 27
  const scale = isUsual ? parts : 0
  const slack = isUsual ? margin : 2 ** 29
  const cut = Math.round(scale * 2 * sd) | 0
  const d = Math.round(scale * (differences[0] as number)) | 0
  const i = Math.round(scale * (differences[1] as number)) | 0
  const s = Math.round(scale * (differences[2] as number)) | 0
  const c = Math.round(scale * (differences[3] as number)) | 0
  const state = seededState(seed)
  let x = state[0] | 0
  let y = state[1] | 0
  let z = state[2] | 0
  let w = state[3] | 0
  let unclear = 0
  // A module's name is looked up at every use, which would take longer than what the loop does with it.
  const [radius, cosine, count, kept] = [radii, cosines, counts, unclearWords]
  for (let draw = 0; draw < 1000; draw++) {
    // Eight words of the generator, two for each letter: the first gives the radius, the second the angle.
    let t = x ^ (x << 11)
    const x1 = t ^ (t >>> 8) ^ w ^ (w >>> 19)
    t = y ^ (y << 11)
    const y1 = t ^ (t >>> 8) ^ x1 ^ (x1 >>> 19)
    t = z ^ (z << 11)
    const z1 = t ^ (t >>> 8) ^ y1 ^ (y1 >>> 19)
    t = w ^ (w << 11)
    const w1 = t ^ (t >>> 8) ^ z1 ^ (z1 >>> 19)
    t = x1 ^ (x1 << 11)
    x = t ^ (t >>> 8) ^ w1 ^ (w1 >>> 19)
    t = y1 ^ (y1 << 11)
    y = t ^ (t >>> 8) ^ x ^ (x >>> 19)
    t = z1 ^ (z1 << 11)
    z = t ^ (t >>> 8) ^ y ^ (y >>> 19)
    t = w1 ^ (w1 << 11)
    w = t ^ (t >>> 8) ^ z ^ (z >>> 19)
    const dRadius = radius[x1 >>> 20] as number
    const iRadius = radius[z1 >>> 20] as number
    const sRadius = radius[x >>> 20] as number
    const cRadius = radius[z >>> 20] as number
    const dError = Math.imul(dRadius >>> 16, cosine[y1 >>> 20] as number) >> 11
    const iError = Math.imul(iRadius >>> 16, cosine[w1 >>> 20] as number) >> 11
    const sError = Math.imul(sRadius >>> 16, cosine[y >>> 20] as number) >> 11
    const cError = Math.imul(cRadius >>> 16, cosine[w >>> 20] as number) >> 11
    const bound = ((((dRadius + iRadius + sRadius + cRadius) & 0xffff) << 3) + slack) | 0
    // Two bits contain the letter, so that it is sorted along. A gap is a - b if a < b, otherwise 0.
    const dNow = (d + dError) << 2
    const iNow = ((i + iError) << 2) | 1
    const sNow = ((s + sError) << 2) | 2
    const cNow = ((c + cError) << 2) | 3
    let gap = (dNow - iNow) | 0
    gap &= gap >> 31
    const left = (dNow - gap) | 0
    const leftRest = (iNow + gap) | 0
    gap = (sNow - cNow) | 0
    gap &= gap >> 31
    const right = (sNow - gap) | 0
    const rightRest = (cNow + gap) | 0
    gap = (left - right) | 0
    gap &= gap >> 31
    const first = (left - gap) | 0
    const beaten = (right + gap) | 0
    gap = (leftRest - rightRest) | 0
    gap &= gap >> 31
    const rest = (leftRest - gap) | 0
    gap = (beaten - rest) | 0
    gap &= gap >> 31
    const second = (beaten - gap) | 0
    const third = (rest + gap) | 0
    const above = ((second & -4) - (dError + iError + sError + cError) - cut) | 0
    const joined = ~(above >> 31)
    // Negative if the first and the second, the cut, or a second that counts and the third are too near to tell.
    const clear =
      ((first >> 2) - (second >> 2) - bound) |
      (((above ^ (above >> 31)) >> 2) - bound) |
      (((second >> 2) - (third >> 2) - bound) & joined)
    if (clear >= 0) {
      const place = ((first & 3) * 5 + 4 + (((second & 3) - 4) & joined)) | 0
      count[place] = (count[place] as number) + 1
    } else {
      kept[unclear] = x1
      kept[unclear + 1] = y1
      kept[unclear + 2] = z1
      kept[unclear + 3] = w1
      kept[unclear + 4] = x
      kept[unclear + 5] = y
      kept[unclear + 6] = z
      kept[unclear + 7] = w
      unclear += 8
    }
  }
  return unclear
}

const counts = new Int32Array(20)
const unclearWords = new Int32Array(8 * draws)

/** The place of the style of the sheet drawn with the eight words kept from here. */
function exactStyle(
  from: number,
  spread: number,
  most: readonly number[],
  differences: readonly number[],
  sd: number,
): number {
  const drawn = [0, 0, 0, 0]
  let sum = 0
  for (let at = 0; at < 4; at++) {
    const word = from + 2 * at
    drawn[at] = gaussianOf(toUnit(unclearWords[word] as number), toUnit(unclearWords[word + 1] as number))
    sum += drawn[at] as number
  }
  for (let at = 0; at < 4; at++) {
    const error = spread * ((drawn[at] as number) - sum / 4)
    drawn[at] = (differences[at] as number) + error
  }
  return stylePlace(drawn, most, sd)
}

/** A letter is computed in parts of 2⁻¹⁶. */
const unit = 2 ** 16
/** What rounding to whole parts can add to the bound on the difference of two letters, in parts. */
const margin = 8
/** The tables are looked up by the first 12 bits of a word. */
const entries = 2 ** 12

/** The cosine of the angle, in parts of 2⁻¹⁴, for each start of a word. */
const cosines = Int16Array.from({ length: entries }, (_, at) =>
  Math.round(2 ** 14 * Math.cos((2 * Math.PI * (at + 0.5)) / entries)),
)

/**
 * The radius √(-2·ln(1 - u)) for each start of a word u, in the upper sixteen bits in parts of 2⁻¹³. The lower sixteen
 * say, in parts of 2⁻¹³ as well, how far a radius times a cosine from the tables can be from the true product. Four of
 * these add up to less than sixteen bits.
 */
const radii = Int32Array.from({ length: entries }, (_, at) => {
  const least = Math.sqrt(-2 * Math.log(1 - at / entries))
  const most = Math.sqrt(-2 * Math.log(1 - (at + 1) / entries + 2 ** -32))
  const kept = Math.round((2 ** 13 * (least + most)) / 2)
  const middle = kept / 2 ** 13
  // Half the width of an angle, and half a part of rounding.
  const cosineError = Math.PI / entries + 2 ** -15
  const error = Math.max(most - middle, middle - least) + middle * cosineError + 2 / unit
  return (kept << 16) | Math.ceil(2 ** 13 * error)
})
