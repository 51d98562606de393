/** One best-worst choice: the options shown, and the best and the worst of them, as option numbers from 0. */
export type BestWorstChoice = {
  readonly block: readonly number[]
  readonly best: number
  readonly worst: number
}

/**
 * The usual choices, of the best and the worst of four, laid out for the loop in which a fit spends its time. A row of
 * sixteen numbers for each choice: the options in ascending order, as shown, those without the best in ascending order,
 * and as shown; then best and worst.
 */
export type Fours = { readonly rows: Int32Array; readonly count: number }

const rowLength = 16

/**
 * Lays choices among `optionCount` options out; undefined if one of them is of another kind. The rows are a buffer that
 * the next call writes over.
 */
export function toFours(choices: readonly BestWorstChoice[], optionCount: number): Fours | undefined {
  if (buffer.length < choices.length * rowLength) buffer = new Int32Array(choices.length * rowLength)
  const rows = buffer
  let row = 0
  for (const { block, best, worst } of choices) {
    if (block.length !== 4) return undefined
    const [one, two, three, four] = block as [number, number, number, number]
    const low = Math.min(one, two)
    const high = Math.max(one, two)
    const otherLow = Math.min(three, four)
    const otherHigh = Math.max(three, four)
    const between = Math.max(low, otherLow)
    const beside = Math.min(high, otherHigh)
    rows[row] = Math.min(low, otherLow)
    rows[row + 1] = Math.min(between, beside)
    rows[row + 2] = Math.max(between, beside)
    rows[row + 3] = Math.max(high, otherHigh)
    rows[row + 4] = one
    rows[row + 5] = two
    rows[row + 6] = three
    rows[row + 7] = four
    let next = row + 8
    for (let at = row; at < row + 8; at++) {
      const option = rows[at] as number
      if (option === best) continue
      rows[next] = option
      next++
    }
    if (next !== row + 14 || !isOfFour(rows, row, worst, optionCount)) return undefined
    rows[row + 14] = best
    rows[row + 15] = worst
    row += rowLength
  }
  return { rows, count: choices.length }
}

let buffer = new Int32Array(24 * rowLength)

/** Whether four different options were shown, and the worst is one of those without the best. */
function isOfFour(rows: Int32Array, row: number, worst: number, optionCount: number): boolean {
  const a = rows[row] as number
  const b = rows[row + 1] as number
  const c = rows[row + 2] as number
  const d = rows[row + 3] as number
  return (
    a >= 0 &&
    a < b &&
    b < c &&
    c < d &&
    d < optionCount &&
    (worst === rows[row + 8] || worst === rows[row + 9] || worst === rows[row + 10])
  )
}

/**
 * Adds gradient and negative Hessian of the choices at utilities whose exponentials are the first `size` of `weights`,
 * and their inverses the next. Sets `totals` to what the probabilities of the two picks of each choice are divided by.
 */
export function addFours(
  { rows, count }: Fours,
  weights: Float64Array,
  size: number,
  slope: Float64Array,
  precision: Float64Array,
  totals: Float64Array,
): void {
  for (let choice = 0, row = 0; choice < count; choice++, row += 16) {
    const a = rows[row] as number
    const b = rows[row + 1] as number
    const c = rows[row + 2] as number
    const d = rows[row + 3] as number
    const wa = weights[a] as number
    const wb = weights[b] as number
    const wc = weights[c] as number
    const wd = weights[d] as number
    const total =
      (weights[rows[row + 4] as number] as number) +
      (weights[rows[row + 5] as number] as number) +
      (weights[rows[row + 6] as number] as number) +
      (weights[rows[row + 7] as number] as number)
    totals[2 * choice] = total
    const sa = wa / total
    const sb = wb / total
    const sc = wc / total
    const sd = wd / total
    slope[a] = (slope[a] as number) - sa
    slope[b] = (slope[b] as number) - sb
    slope[c] = (slope[c] as number) - sc
    slope[d] = (slope[d] as number) - sd
    let cell = a * size + a
    precision[cell] = (precision[cell] as number) + (sa - (sa * wa) / total)
    cell = b * size
    precision[cell + a] = (precision[cell + a] as number) - (sb * wa) / total
    precision[cell + b] = (precision[cell + b] as number) + (sb - (sb * wb) / total)
    cell = c * size
    precision[cell + a] = (precision[cell + a] as number) - (sc * wa) / total
    precision[cell + b] = (precision[cell + b] as number) - (sc * wb) / total
    precision[cell + c] = (precision[cell + c] as number) + (sc - (sc * wc) / total)
    cell = d * size
    precision[cell + a] = (precision[cell + a] as number) - (sd * wa) / total
    precision[cell + b] = (precision[cell + b] as number) - (sd * wb) / total
    precision[cell + c] = (precision[cell + c] as number) - (sd * wc) / total
    precision[cell + d] = (precision[cell + d] as number) + (sd - (sd * wd) / total)
    const best = rows[row + 14] as number
    slope[best] = (slope[best] as number) + 1
    const x = rows[row + 8] as number
    const y = rows[row + 9] as number
    const z = rows[row + 10] as number
    const wx = weights[size + x] as number
    const wy = weights[size + y] as number
    const wz = weights[size + z] as number
    const rest =
      (weights[size + (rows[row + 11] as number)] as number) +
      (weights[size + (rows[row + 12] as number)] as number) +
      (weights[size + (rows[row + 13] as number)] as number)
    totals[2 * choice + 1] = rest
    const sx = wx / rest
    const sy = wy / rest
    const sz = wz / rest
    slope[x] = (slope[x] as number) + sx
    slope[y] = (slope[y] as number) + sy
    slope[z] = (slope[z] as number) + sz
    cell = x * size + x
    precision[cell] = (precision[cell] as number) + (sx - (sx * wx) / rest)
    cell = y * size
    precision[cell + x] = (precision[cell + x] as number) - (sy * wx) / rest
    precision[cell + y] = (precision[cell + y] as number) + (sy - (sy * wy) / rest)
    cell = z * size
    precision[cell + x] = (precision[cell + x] as number) - (sz * wx) / rest
    precision[cell + y] = (precision[cell + y] as number) - (sz * wy) / rest
    precision[cell + z] = (precision[cell + z] as number) + (sz - (sz * wz) / rest)
    const worst = rows[row + 15] as number
    slope[worst] = (slope[worst] as number) - 1
  }
}

/** The product of the probabilities of all picks; NaN if it is too small, or a factor too large, to be one. */
export function productOfFours(
  { rows, count }: Fours,
  weights: Float64Array,
  size: number,
  totals: Float64Array,
): number {
  let chances = 1
  let all = 1
  for (let choice = 0, row = 0; choice < count; choice++, row += 16) {
    chances *=
      (weights[rows[row + 14] as number] as number) * (weights[size + (rows[row + 15] as number)] as number)
    all *= (totals[2 * choice] as number) * (totals[2 * choice + 1] as number)
  }
  const product = chances / all
  return chances > 1e-280 && chances < 1e280 && product > 1e-280 ? product : Number.NaN
}

/** The log likelihood of all picks. */
export function logLikelihoodOfFours(
  { rows, count }: Fours,
  weights: Float64Array,
  size: number,
  totals: Float64Array,
): number {
  let sum = 0
  for (let choice = 0, row = 0; choice < count; choice++, row += 16) {
    sum += Math.log((weights[rows[row + 14] as number] as number) / (totals[2 * choice] as number))
    sum += Math.log(
      (weights[size + (rows[row + 15] as number)] as number) / (totals[2 * choice + 1] as number),
    )
  }
  return sum
}
