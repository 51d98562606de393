import type { Timbre } from '../sdk/timbre.ts'
import type { CommandLine } from './command-line.ts'
import type { Output } from './output.ts'
import type { Process } from './process.ts'
import type { Settings } from './settings.ts'

/** A verb of a command: how its line is read, and what it does with the API. */
export type Verb = {
  options?: Readonly<Record<string, 'string' | 'boolean'>>
  /** How many words it takes beside its options; one unless given. */
  mostWords?: number
  run: (context: Context) => Promise<void>
}

export type Context = Output & {
  line: CommandLine
  timbre: Timbre
  settings: Settings
  process: Process
  /** The word after the verb. Fails as `UsageError`. */
  word: (what: string) => string
  /** A whole number from 1, or this default. Fails as `UsageError`. */
  count: (option: string, usual: number) => number
}

/** A command with a verb as its second word, or with one verb that has no name (''). */
export type Command = {
  usage: string
  summary: string
  verbs: Readonly<Record<string, Verb>>
}
