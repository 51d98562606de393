import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** In MB. */
export type Memory = { service: number; serviceHighest: number; database: number }

/** What the service and the processes that it started take, as Linux counts it; undefined elsewhere. */
export function readMemory(pid: number): Memory | undefined {
  if (!existsSync('/proc/self/smaps_rollup')) return undefined
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const children = descendantsOf(pid)
  return {
    service: megabytes(status, 'VmRSS'),
    serviceHighest: megabytes(status, 'VmHWM'),
    database: children.reduce((sum, child) => sum + proportionalSize(child), 0),
  }
}

function megabytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}: *\\s*(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024
}

/** Its share of shared pages is counted, so that the sum over processes counts each page once. */
function proportionalSize(pid: number): number {
  try {
    return megabytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss')
  } catch {
    // It has ended, or belongs to another user.
    return 0
  }
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = parentOf(name)
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  for (
    let level = parents.get(pid) ?? [];
    level.length > 0;
    level = level.flatMap((one) => parents.get(one) ?? [])
  )
    found.push(...level)
  return found
}

function parentOf(pid: string): number | undefined {
  try {
    // The program's name, in brackets, may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
