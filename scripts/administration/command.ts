import { parseArgs } from 'node:util'
import type { z } from 'zod'
import type { Config } from '../../src/config.ts'
import { Failure } from '../../src/contract/failure.ts'
import { readInput } from '../../src/contract/input.ts'
import type { Shell } from './shell.ts'

type CommandWords<I extends z.ZodObject> = {
  /** One word or two: an action, or a noun and a verb. */
  name: string
  summary: string
  /** The arguments as the help shows them. */
  usage: string
  /**
   * The input field that is given without an option name. All other fields are options of the same name in kebab case.
   */
  argument?: string
  input: I
  /** Options without a value. Their fields are booleans. */
  flags?: readonly string[]
  /** Options that may be given several times. Their fields are lists. */
  repeated?: readonly string[]
}

/** A command on the installation's database. */
export type ShellCommand<I extends z.ZodObject = z.ZodObject> = CommandWords<I> & {
  /** Only the first command of a new installation may create the database. */
  mayCreateDatabase?: true
  /** `say` prints a line right away, for output that may be larger than memory. With --json it prints nothing. */
  run(shell: Shell, input: z.output<I>, say: (line: string) => void): Promise<CommandResult>
}

/** A command that needs no database, or opens one itself. */
export type OfflineCommand<I extends z.ZodObject = z.ZodObject> = CommandWords<I> & {
  runOffline(config: Config, input: z.output<I>, say: (line: string) => void): Promise<CommandResult>
}

/** One command that an operator can run in the shell. */
export type Command = ShellCommand | OfflineCommand

/** The same answer for people and for programs. */
export type CommandResult = { text: string; json: Record<string, unknown>; exitCode?: number }

export function command<I extends z.ZodObject>(literal: ShellCommand<I>): ShellCommand {
  return literal as unknown as ShellCommand
}

export function offlineCommand<I extends z.ZodObject>(literal: OfflineCommand<I>): OfflineCommand {
  return literal as unknown as OfflineCommand
}

/** An error in the command line, with a one-line message that says what to do. */
export class UsageError extends Error {}

export type ParsedLine =
  | { command: Command; values: Record<string, unknown>; json: boolean }
  | { help: string }

/**
 * Parses a command line. Throws `UsageError` if it names no command or its input does not match the command's schema.
 */
export function parseCommandLine(
  program: string,
  commands: readonly Command[],
  words: readonly string[],
): ParsedLine {
  const [noun, verb] = words
  if (noun === '--help' || noun === 'help') return { help: helpOf(program, commands) }
  const found = commands.find(({ name }) => name === `${noun} ${verb}` || name === noun)
  const near = commands.filter(({ name }) => name.startsWith(`${noun} `))
  if (words.includes('--help') && (found || near.length > 0)) {
    return { help: helpOf(program, found ? [found] : near) }
  }
  if (!found) {
    const choice = (near.length > 0 ? near : commands).map(({ name }) => name).join(', ')
    throw new UsageError(`Give one of these commands: ${choice}. For more: ${program} --help`)
  }
  const usage = `Usage: ${program} ${found.name} ${found.usage}`.trimEnd()
  const rest = words.slice(found.name.split(' ').length)
  const { json, given: provided } = readWords(found, rest, usage)
  try {
    return { command: found, values: readInput(found.input, provided), json }
  } catch (error) {
    if (error instanceof Failure) throw new UsageError(`${inOptions(found, error)} ${usage}`)
    throw error
  }
}

function readWords(
  { input, argument, flags = [], repeated = [] }: Command,
  words: string[],
  usage: string,
): { json: boolean; given: Record<string, string | boolean | string[]> } {
  const names = Object.keys(input.shape).filter((name) => name !== argument)
  const typeOf = (name: string) => (flags.includes(name) ? ('boolean' as const) : ('string' as const))
  const own = names.map((name) => [optionOf(name), { type: typeOf(name), multiple: repeated.includes(name) }])
  const options = { json: { type: 'boolean' as const }, ...Object.fromEntries(own) }
  const { values, positionals } = parsed(namingKeys(words, argument), options, usage)
  if (positionals.length > (argument === undefined ? 0 : 1)) {
    throw new UsageError(`"${positionals.at(-1)}" is one word too many. ${usage}`)
  }
  const provided: Record<string, string | boolean | string[]> = {}
  for (const name of names) {
    const value = values[optionOf(name)]
    if (typeof value === typeOf(name) || Array.isArray(value))
      provided[name] = value as string | boolean | string[]
  }
  if (argument !== undefined && positionals[0] !== undefined) provided[argument] = positionals[0]
  return { json: values.json === true, given: provided }
}

/** Key ids are 43 characters of base64url and may begin with a dash, unlike any option. */
function namingKeys(words: string[], argument: string | undefined): string[] {
  const isKey = (word: string) => /^-[\w-]{42}$/.test(word)
  const [keys, others] = [words.filter(isKey), words.filter((word) => !isKey(word) && word !== '--')]
  return argument === undefined || keys.length === 0 ? words : [...others, '--', ...keys]
}

function parsed(
  args: string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // Node's message continues with details that do not help here.
    const [first = ''] = (error as Error).message.split(/\.\s|\n/)
    throw new UsageError(`${first.replace(/\.$/, '')}. ${usage}`)
  }
}

/** The failure's message, with the field named as on the command line. */
function inOptions({ argument }: Command, { message, param }: Failure): string {
  if (param === undefined || !message.startsWith(param)) return message
  const shown =
    param === argument ? `<${optionOf(param).replaceAll('-', '_').toUpperCase()}>` : `--${optionOf(param)}`
  return shown + message.slice(param.length)
}

function optionOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function helpOf(program: string, commands: readonly Command[]): string {
  const lines = commands.map(({ name, usage, summary }) => `  ${name} ${usage}\n      ${summary}`)
  const end = '  --json with any of them prints one JSON document.'
  return `Usage: ${program} <command>\n\n${lines.join('\n')}\n\n${end}`
}
