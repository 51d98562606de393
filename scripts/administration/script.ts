import { type Config, readConfig, readEnvironment } from '../../src/config.ts'
import { isDatabaseError } from '../../src/database/errors.ts'
import { type CommandResult, type ParsedLine, UsageError } from './command.ts'
import { withShell } from './shell.ts'

/** What a command line has around it. */
export type Terminal = {
  readEnvironment: () => Record<string, string | undefined>
  /** Prints a line to standard output. */
  print: (line: string) => void
  /** Prints a line to standard error. */
  warn: (line: string) => void
}

/** Runs the command line of this process, and sets its exit code. */
export async function runScript(read: () => ParsedLine): Promise<void> {
  process.exitCode = await runLine(read, {
    readEnvironment,
    print: (line) => process.stdout.write(`${line}\n`),
    warn: (line) => process.stderr.write(`${line}\n`),
  })
}

/**
 * Runs one command line: prints its answer to standard output, or one line to standard error. Returns the exit code: 2
 * for bad usage, 1 for a failure. Help needs no configuration.
 */
export async function runLine(read: () => ParsedLine, terminal: Terminal): Promise<number> {
  const { print, warn } = terminal
  try {
    const line = read()
    if ('help' in line) {
      print(line.help)
      return 0
    }
    const { json } = line
    const answer = await answerOf(line, { ...terminal, print: json ? () => {} : print })
    print(json ? JSON.stringify(answer.json) : answer.text)
    return answer.exitCode ?? 0
  } catch (error) {
    warn(wordsOf(error))
    return error instanceof UsageError ? 2 : 1
  }
}

function answerOf(
  { command, values }: Exclude<ParsedLine, { help: string }>,
  { print, warn, readEnvironment }: Terminal,
): Promise<CommandResult> {
  const config = configOf(readEnvironment())
  if ('runOffline' in command) return command.runOffline(config, values, print)
  const mayCreate = command.mayCreateDatabase === true
  return withShell(config, { mayCreate, warn }, (shell) => command.run(shell, values, print))
}

function configOf(environment: Record<string, string | undefined>): Config {
  const read = readConfig(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.config
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (isDatabaseError(error) && code === '23505')
    return 'Somebody changed the same thing at the same moment. Try again.'
  if (code === 'EACCES')
    return 'DATA_DIR belongs to another user. Run this as the user who started the service.'
  return error.message
}
