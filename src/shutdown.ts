import type { Log } from './platform/log.ts'

/** Seconds that each step of the end may take, in their order: under the half minute that containers are given. */
const stepTimeouts = { requests: 7, work: 2, workers: 5, anchors: 2, database: 12 }

export type ShutdownSteps = Record<keyof typeof stepTimeouts, () => Promise<unknown>>

/**
 * Takes the steps one after the other, each for its share at most: whatever hangs, those after it are still taken, and
 * the end comes in time. Returns the names of those that failed or were cut off; why is in the log.
 */
export async function runShutdownSteps(log: Pick<Log, 'warn'>, steps: ShutdownSteps): Promise<string[]> {
  const cut: string[] = []
  for (const name of Object.keys(stepTimeouts) as (keyof typeof stepTimeouts)[]) {
    try {
      await rejectAfter(stepTimeouts[name], steps[name]())
    } catch (error) {
      cut.push(name)
      log.warn({ err: error, step: name }, 'stop: a step was cut off')
    }
  }
  return cut
}

async function rejectAfter(seconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${seconds} s`)), seconds * 1_000)
  })
  work.catch(() => undefined)
  try {
    await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}
