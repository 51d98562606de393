import { type Config, readConfig, readEnvironment } from '../../src/config.ts'
import { isDatabaseError } from '../../src/database/errors.ts'
import { type CommandResult, type ParsedLine, UsageError } from './command.ts'
import { withShell } from './shell.ts'

/**
 * Runs one command line: prints its answer to standard output, or one line to standard error, and sets the exit code: 2
 * for bad usage, 1 for a failure. Help needs no configuration.
 */
export async function runLine(read: () => ParsedLine): Promise<void> {
  try {
    const line = read()
    if ('help' in line) return print(line.help)
    const { json } = line
    const answer = await answerOf(line, json ? () => {} : print)
    print(json ? JSON.stringify(answer.json) : answer.text)
    process.exitCode = answer.exitCode ?? 0
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

function answerOf(
  { command, values }: Exclude<ParsedLine, { help: string }>,
  say: (line: string) => void,
): Promise<CommandResult> {
  const config = configOfEnvironment()
  if ('runOffline' in command) return command.runOffline(config, values, say)
  const mayCreate = command.mayCreateDatabase === true
  return withShell(config, { mayCreate }, (shell) => command.run(shell, values, say))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function configOfEnvironment(): Config {
  const read = readConfig(readEnvironment())
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
