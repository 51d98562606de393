import type { Environment } from './state-folder.ts'

/** What a run needs of its process. */
export type Process = {
  environment: Environment
  /** Standard output: results only. */
  print: (line: string) => void
  /** Standard error: everything that is said to people. */
  say: (line: string) => void
  /** Aborts when the person stops the program. */
  signal: AbortSignal
  /** Shows an address in the person's browser. */
  openAddress: (address: string) => void
  /** A line of standard input. */
  readLine: () => Promise<string>
}
