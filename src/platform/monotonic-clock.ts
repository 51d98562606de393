import { performance } from 'node:perf_hooks'

/** ms since the process started, which no change of the system's clock affects. */
export const monotonicNow = (): number => performance.now()
