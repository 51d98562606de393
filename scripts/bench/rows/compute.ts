import type { ComputeTask } from '../compute.ts'
import { type Row, rateOf, type Sample, type Side } from '../row.ts'
import type { Setting } from '../setting.ts'

/** One core alone: scoring, debriefs. Others, such as signing, are limits of requests. */
export async function computeRows({ start }: Setting): Promise<Row[]> {
  const side = computeSides(start('compute.ts'))
  return [
    {
      path: 'scoring all three, with confidence and quality, one core',
      sides: [side('all three', 'service')],
      goals: [rateOf(20_000)],
    },
    ...(['disc', 'focus', 'core'] as const).map(
      (assessment): Row => ({
        path: `scoring ${names[assessment]}, one core`,
        sides: [side(assessment, 'service')],
        goals: [],
      }),
    ),
    { path: 'debrief by rules, one core', sides: [side('debrief', 'service')], goals: [rateOf(1_500)] },
  ]
}

const names = { disc: 'DISC', focus: 'Focus', core: 'Core' }

/** Sides that run tasks in this process. */
export function computeSides(child: ReturnType<Setting['start']>): (task: ComputeTask, name: string) => Side {
  return (task, name) => ({ name, run: (milliseconds) => child.ask<Sample>({ task, milliseconds }) })
}
