import { parseArgs } from 'node:util'
import { UsageError } from './failure.ts'

export type CommandLine = {
  words: string[]
  text: (option: string) => string | undefined
  flag: (option: string) => boolean
  /** The parts of a value with commas; empty without the option. */
  list: (option: string) => string[]
}

type Kinds = Readonly<Record<string, 'string' | 'boolean'>>

/** Reads options, and at most this many words beside them. Fails as `UsageError`, with the usage. */
export function readCommandLine(
  args: readonly string[],
  { options, mostWords, usage }: { options: Kinds; mostWords: number; usage: string },
): CommandLine {
  const { values, positionals } = parse(args, options, usage)
  if (positionals.length > mostWords) {
    throw new UsageError(`"${positionals[mostWords]}" is one word too many. ${usage}`)
  }
  const text = (option: string) => {
    const value = values[option]
    if (value === '') throw new UsageError(`--${option} is empty. ${usage}`)
    return typeof value === 'string' ? value : undefined
  }
  return {
    words: positionals,
    text,
    flag: (option) => values[option] === true,
    list: (option) => {
      const parts = (text(option)?.split(',') ?? []).map((part) => part.trim())
      if (parts.includes('')) throw new UsageError(`--${option} has an empty part. ${usage}`)
      return parts
    },
  }
}

function parse(args: readonly string[], options: Kinds, usage: string) {
  const described = Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }]))
  try {
    return parseArgs({ args: [...args], options: described, allowPositionals: true })
  } catch (error) {
    // Node's message continues with details that do not help here.
    const [first = ''] = (error as Error).message.split(/\.\s|\n/)
    throw new UsageError(`${first.replace(/\.$/, '')}. ${usage}`)
  }
}
