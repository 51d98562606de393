import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a drill measured, and the bound that it has to keep. */
export type Figure = { name: string; value: number; bound: string; isHeld: boolean }

/** One part of a fault, as `npm run drill` reads it from the file that DRILL_REPORT names. */
export type FaultReport = {
  fault: string
  part: string
  figures: Figure[]
  /** Why the part did not run here, or why it ended early. */
  reason?: string
  outcome: 'held' | 'not held' | 'not run'
}

/** Notes the figures of a part. Each name is noted once. */
export type Measure = {
  most: (name: string, value: number, bound: number, unit?: string) => void
  least: (name: string, value: number, bound: number, unit?: string) => void
  /** Nothing of this kind may have happened: lost, doubled or wrong. The first three are printed. */
  none: (name: string, found: readonly unknown[]) => void
}

/** A drill as short as a commit can wait for: `npm run drill -- short`. */
export const isShort = process.env.DRILL_SHORT === '1'

/**
 * A test of one part of a fault. It writes a report with all figures and fails if a bound is not kept. `cannotRun` says
 * why a part cannot run on this machine; it then counts as not run.
 */
export function drillFault(
  fault: string,
  part: string,
  run: (measure: Measure) => Promise<void>,
  { cannotRun }: { cannotRun?: string | false | undefined } = {},
): void {
  if (cannotRun) {
    test(part, ({ skip }) => {
      report({ fault, part, figures: [], outcome: 'not run', reason: cannotRun })
      skip(cannotRun)
    })
    return
  }
  test(part, async () => {
    const figures: Figure[] = []
    const note = (name: string, value: number, bound: string, isHeld: boolean) => {
      figures.push({ name, value: Math.round(value * 100) / 100, bound, isHeld })
    }
    const textOf = (bound: number, unit: string) => `${bound}${unit && ` ${unit}`}`
    const measure: Measure = {
      most: (name, value, bound, unit = '') => note(name, value, `≤ ${textOf(bound, unit)}`, value <= bound),
      least: (name, value, bound, unit = '') => note(name, value, `≥ ${textOf(bound, unit)}`, value >= bound),
      none(name, found) {
        if (found.length > 0) process.stdout.write(`${name}: ${found.slice(0, 3).map(String).join('; ')}\n`)
        note(name, found.length, '0', found.length === 0)
      },
    }
    try {
      await run(measure)
    } catch (error) {
      report({ fault, part, figures, outcome: 'not held', reason: firstLine(error) })
      throw error
    }
    const isHeld = figures.length > 0 && figures.every((figure) => figure.isHeld)
    report({ fault, part, figures, outcome: isHeld ? 'held' : 'not held' })
    expect(figures.length, 'a drill measures something').toBeGreaterThan(0)
    expect(figures.filter((figure) => !figure.isHeld)).toEqual([])
  })
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}

function report(part: FaultReport): void {
  const file = process.env.DRILL_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(part)}\n`)
}
