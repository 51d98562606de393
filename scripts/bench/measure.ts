import type { Goal, Row, Sample } from './row.ts'

export type Rounds = { count: number; milliseconds: number }

/** What was measured of each side, one sample a round, by the side's name. */
export type Samples = Record<string, Sample[]>

/**
 * Runs the sides of a row in turns, so that whatever else the machine does meets them alike. A short first round that
 * doesn't count fills caches.
 */
export async function measureRow(row: Row, rounds: Rounds): Promise<Samples> {
  const samples: Samples = Object.fromEntries(row.sides.map(({ name }) => [name, []]))
  for (const side of row.sides) await side.run(Math.min(500, rounds.milliseconds))
  for (let round = 0; round < rounds.count; round += 1) {
    // Every other round backwards: none is always the first.
    const sides = round % 2 === 0 ? row.sides : row.sides.toReversed()
    for (const side of sides) {
      const sample = await side.run(rounds.milliseconds)
      // Requests to a peer that fail are a mistake of the bench. Those to the service may be what is found out.
      if (side !== row.sides[0] && !side.isService && Object.keys(sample.failures ?? {}).length > 0)
        throw new Error(`${row.path}: ${side.name} refused requests: ${JSON.stringify(sample.failures)}`)
      samples[side.name]?.push(sample)
    }
  }
  return samples
}

/** Median, lowest and highest of the rounds. */
export type Spread = { median: number; lowest: number; highest: number }

export function spreadOf(values: readonly number[]): Spread {
  // A round on a busy machine may be over before anything was answered.
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    lowest: sorted[0] ?? Number.NaN,
    highest: sorted.at(-1) ?? Number.NaN,
  }
}

/** The figure that a goal bounds, of each round; undefined if the other side was not there. */
export function goalSpread(row: Row, samples: Samples, goal: Goal): Spread | undefined {
  const ours = samples[row.sides[0]?.name ?? ''] ?? []
  if (goal.against === undefined) return spreadOf(ours.map((sample) => sample[goal.figure] ?? Number.NaN))
  const theirs = samples[goal.against]
  if (!theirs) return undefined
  const ratios = ours.map((sample, round) => {
    const other = theirs[round]?.[goal.theirs ?? goal.figure]
    return (sample[goal.figure] ?? Number.NaN) / (other ?? Number.NaN)
  })
  return spreadOf(ratios)
}

/** Whether the median is within the bound. A side of which more than a few requests fail reaches nothing. */
export function isReached(row: Row, samples: Samples, goal: Goal): boolean | undefined {
  const spread = goalSpread(row, samples, goal)
  if (!spread || Number.isNaN(spread.median)) return undefined
  if (hasFailed(row, samples)) return false
  return goal.figure === 'perSecond' ? spread.median >= goal.bound : spread.median <= goal.bound
}

/**
 * Whether more than 1 in 100 of our requests failed, or an unknown share. On a machine with other work a few are refused
 * because they waited for the processor.
 */
export function hasFailed(row: Row, samples: Samples): boolean {
  const failed = failuresOf(row, samples).reduce((sum, [, count]) => sum + count, 0)
  const ours = samples[row.sides[0]?.name ?? ''] ?? []
  return failed > ours.reduce((sum, { sent = 0 }) => sum + sent, 0) / 100
}

/** Our requests that failed, over all rounds: how many of what. */
export function failuresOf(row: Row, samples: Samples): [what: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { failures = {} } of samples[row.sides[0]?.name ?? ''] ?? [])
    for (const [what, count] of Object.entries(failures)) counts.set(what, (counts.get(what) ?? 0) + count)
  return [...counts]
}
