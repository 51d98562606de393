import { readCommandLine } from './command-line.ts'
import { durationSeconds } from './duration.ts'
import { eventsUsage, readEventsCommand } from './events.ts'
import { Failure, UsageError } from './failure.ts'
import { readTarget } from './forward.ts'
import { listen } from './listen.ts'
import { createService } from './service.ts'
import { type Environment, readSettings } from './settings.ts'
import { openCursor, readSecret, stateFolder } from './state.ts'
import { trigger } from './trigger.ts'

/** What a run needs of its process. */
export type Process = {
  environment: Environment
  print: (line: string) => void
  say: (line: string) => void
  /** Aborts when the person stops the program. */
  signal: AbortSignal
}

const commands = {
  listen: {
    usage: 'listen [--forward-to URL] [--types T,…] [--since 10m] [--json] | listen --print-secret',
    summary: 'Print each event of the account, and forward it to a server on this machine, signed.',
    run: runListen,
  },
  events: {
    usage: eventsUsage,
    summary: 'Read the events of the account, or have a webhook send them again.',
    run: runEvents,
  },
  trigger: {
    usage: 'trigger TYPE --forward-to URL',
    summary: 'Send the sample of an event type to a server on this machine, signed.',
    run: runTrigger,
  },
} as const

/** Whether a line is for this program: its first word is one of its commands. */
export function isClientCommand([first = '']: readonly string[]): boolean {
  return Object.hasOwn(commands, first)
}

/** The commands with their summaries. */
export function clientHelp(): string {
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  const about =
    'These talk to a running service as an API client: set TIMBRE_URL, TIMBRE_CLIENT_ID and TIMBRE_CLIENT_SECRET ' +
    '(or TIMBRE_TOKEN instead of both).'
  return `${about}\n\n${lines.join('\n')}`
}

/** Runs one line and returns its exit code: 2 for bad usage, 1 for a failure, each with one line through `say`. */
export async function runClientCommand(words: readonly string[], process: Process): Promise<number> {
  const [name = '', ...args] = words
  try {
    if (args.includes('--help')) {
      process.print(clientHelp())
      return 0
    }
    return await commands[name as keyof typeof commands].run(args, process)
  } catch (error) {
    if (process.signal.aborted) return 0
    if (!(error instanceof Failure) && !isOfFiles(error)) throw error
    process.say(error.message)
    return error instanceof UsageError ? 2 : 1
  }
}

async function runListen(args: readonly string[], process: Process): Promise<number> {
  const usage = `Usage: ${commands.listen.usage}`
  const line = readCommandLine(args, {
    options: {
      'forward-to': 'string',
      types: 'string',
      since: 'string',
      json: 'boolean',
      'print-secret': 'boolean',
    },
    mostWords: 0,
    usage,
  })
  const { environment, print, say, signal } = process
  const folder = stateFolder(environment)
  if (line.flag('print-secret')) {
    if (args.length > 1) throw new UsageError(`--print-secret stands alone. ${usage}`)
    print(readSecret(folder))
    return 0
  }
  const [address, since, types] = [line.text('forward-to'), line.text('since'), line.list('types')]
  const options = {
    target: address === undefined ? undefined : readTarget(address),
    types,
    sinceSeconds: since === undefined ? undefined : durationSeconds('--since', since),
    asJson: line.flag('json'),
  }
  const settings = readSettings(environment)
  const secret = readSecret(folder)
  const cursor = openCursor(folder, settings, types, options.target !== undefined)
  try {
    await listen(options, { service: createService(settings), cursor, secret, signal, print, say })
    return 0
  } finally {
    cursor.release()
  }
}

async function runEvents(args: readonly string[], { environment, print }: Process): Promise<number> {
  const work = readEventsCommand(args)
  await work(createService(readSettings(environment)), print)
  return 0
}

async function runTrigger(args: readonly string[], { environment, print }: Process): Promise<number> {
  const usage = `Usage: ${commands.trigger.usage}`
  const line = readCommandLine(args, { options: { 'forward-to': 'string' }, mostWords: 1, usage })
  const [[type], address] = [line.words, line.text('forward-to')]
  if (type === undefined || address === undefined) {
    throw new UsageError(`Give a type and --forward-to. ${usage}`)
  }
  const target = readTarget(address)
  const service = createService(readSettings(environment))
  const secret = readSecret(stateFolder(environment))
  return (await trigger(service, { type, target, secret }, print)) ? 0 : 1
}

/** Errors of the file system name the file and what is wrong with it. */
function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error
}
