import { ApiError, TimbreError, TimedOut, Unauthorized, Unreachable } from '../sdk/timbre.ts'
import { campaigns } from './campaigns.ts'
import type { Command, Context } from './command.ts'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { durationSeconds } from './duration.ts'
import { eventsUsage, readEventsCommand } from './events.ts'
import { exportPeople } from './export.ts'
import { Failure, NotSignedIn, Offline, UsageError } from './failure.ts'
import { readTarget } from './forward.ts'
import { importPeople } from './import.ts'
import { listen } from './listen.ts'
import { logIn, logOut, showAccounts } from './login.ts'
import { invite, people } from './people.ts'
import { printable } from './printable.ts'
import type { Process } from './process.ts'
import { createService } from './service.ts'
import { connect, readSettings } from './settings.ts'
import { smallCommands } from './small.ts'
import { openCursor, readSecret } from './state.ts'
import { stateFolder } from './state-folder.ts'
import { tags } from './tags.ts'
import { trigger } from './trigger.ts'

type Kinds = Readonly<Record<string, 'string' | 'boolean'>>
type Runnable = {
  usage: string
  summary: string
  run: (args: readonly string[], process: Process) => Promise<number>
}

/** Commands that read lines of their own. */
const own: Readonly<Record<string, Runnable>> = {
  login: {
    usage: 'login [--url https://timbre.example.com] [--as NAME] [--scopes S,…] [--no-browser]',
    summary: 'Sign in with a browser and keep the sign-in on this machine.',
    run: plain('login', { url: 'string', as: 'string', scopes: 'string', 'no-browser': 'boolean' }, 0, logIn),
  },
  logout: {
    usage: 'logout [--as NAME]',
    summary: 'Revoke a sign-in and erase it here.',
    run: plain('logout', { as: 'string' }, 0, logOut),
  },
  accounts: {
    usage: 'accounts [NAME]',
    summary: 'List the sign-ins. With a name, make it the current one.',
    run: plain('accounts', { json: 'boolean' }, 1, showAccounts),
  },
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
}

/** Commands that call the API and print what it returns. */
const ofTheApi: Readonly<Record<string, Command>> = {
  people,
  invite,
  campaigns,
  import: importPeople,
  export: exportPeople,
  tags,
  ...smallCommands,
}

/** Commands that the shell of an installation passes on to this program; the others have names of its own there. */
export function isClientCommand([first = '']: readonly string[]): boolean {
  return ['listen', 'events', 'trigger'].includes(first)
}

/** Those commands with their summaries. */
export function clientHelp(): string {
  const about =
    'These talk to a running service as an API client: set TIMBRE_URL, TIMBRE_CLIENT_ID and TIMBRE_CLIENT_SECRET ' +
    '(or TIMBRE_TOKEN instead of both). The program "timbre" in clients/cli has more of them, for users of the API.'
  return `${about}\n\n${described(['listen', 'events', 'trigger'])}`
}

function described(names: readonly string[]): string {
  const lines = names.map((name) => {
    const { usage, summary } = own[name] ?? ofTheApi[name] ?? { usage: '', summary: '' }
    return `  ${usage}\n      ${summary}`
  })
  return lines.join('\n')
}

function help(): string {
  return [
    'timbre: the Timbre API from the command line.',
    'Sign in with timbre login, or set TIMBRE_URL, TIMBRE_CLIENT_ID and TIMBRE_CLIENT_SECRET (or TIMBRE_TOKEN).',
    'Operators administer an installation with "npm run timbre" in its folder, on the server.\n',
    described([...Object.keys(own), ...Object.keys(ofTheApi)]),
    '\n  --as NAME   another sign-in      --json   the API’s own JSON, an item a line for lists',
    '\nEnds with 0 done, 1 refused, 2 usage, 3 not signed in, 4 not reachable, 130 interrupted.',
  ].join('\n')
}

/** Runs one line and returns its exit code, each failure with one line through `say`. */
export async function runClientCommand(words: readonly string[], process: Process): Promise<number> {
  const [name = '--help', ...args] = words
  try {
    if (name === '--help' || name === 'help') {
      process.print(help())
      return 0
    }
    const isOwn = Object.hasOwn(own, name)
    if (!isOwn && !Object.hasOwn(ofTheApi, name))
      throw new UsageError(printable(`There is no command "${name}". timbre --help lists them.`))
    if (args.includes('--help')) {
      process.print(isClientCommand(words) ? clientHelp() : described([name]))
      return 0
    }
    if (isOwn) return await (own[name] as Runnable).run(args, process)
    await runOfTheApi(ofTheApi[name] as Command, args, process)
    return 0
  } catch (error) {
    // Stopping is how listening ends.
    if (process.signal.aborted) return name === 'listen' ? 0 : 130
    const [code, line] = endOf(error)
    process.say(line)
    return code
  }
}

/** The exit code of a failure, and the line that says why. Throws what is a defect of this program. */
function endOf(error: unknown): [code: number, line: string] {
  if (error instanceof UsageError) return [2, error.message]
  if (error instanceof NotSignedIn) return [3, error.message]
  if (error instanceof Offline) return [4, error.message]
  if (error instanceof Failure || isOfFiles(error)) return [1, error.message]
  if (error instanceof Unreachable || error instanceof TimedOut) return [4, printable(error.message)]
  if (error instanceof ApiError) {
    const { message, code, requestId, status } = error
    const about = [code || String(status), requestId && `request ${requestId}`].filter(Boolean).join(', ')
    return [error instanceof Unauthorized ? 3 : 1, printable(`${message} (${about})`)]
  }
  if (error instanceof TimbreError) return [2, printable(error.message)]
  throw error
}

async function runOfTheApi(command: Command, args: readonly string[], process: Process): Promise<void> {
  const usage = `Usage: ${command.usage}`
  const isSingle = Object.hasOwn(command.verbs, '')
  const [verbName = '', ...rest] = isSingle ? ['', ...args] : args
  const verb = Object.hasOwn(command.verbs, verbName) ? command.verbs[verbName] : undefined
  if (!verb) throw new UsageError(`Give one of: ${Object.keys(command.verbs).join(', ')}. ${usage}`)
  const { options = {}, mostWords = 1, run } = verb
  const line = readCommandLine(rest, {
    options: { ...options, as: 'string', json: 'boolean' },
    mostWords,
    usage,
  })
  const settings = readSettings(process.environment, line.text('as'))
  const timbre = connect(settings)
  const context: Context = {
    ...{ line, timbre, settings, process, print: process.print, isJson: line.flag('json') },
    word(what) {
      const [first] = line.words
      if (first === undefined) throw new UsageError(`Give ${what}. ${usage}`)
      return first
    },
    count(option, usual) {
      const text = line.text(option)
      if (text === undefined) return usual
      if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${option} must be a number from 1. ${usage}`)
      return Number(text)
    },
  }
  const stopped = new Promise<never>((_, reject) => {
    process.signal.addEventListener('abort', () => reject(process.signal.reason), { once: true })
  })
  stopped.catch(() => {})
  await Promise.race([run(context), stopped])
}

function plain(
  name: string,
  options: Kinds,
  mostWords: number,
  run: (line: CommandLine, process: Process) => Promise<void>,
): Runnable['run'] {
  return async (args, process) => {
    const usage = `Usage: ${own[name]?.usage}`
    await run(readCommandLine(args, { options, mostWords, usage }), process)
    return 0
  }
}

async function runListen(args: readonly string[], process: Process): Promise<number> {
  const usage = `Usage: ${own.listen?.usage}`
  const line = readCommandLine(args, {
    options: {
      'forward-to': 'string',
      types: 'string',
      since: 'string',
      json: 'boolean',
      'print-secret': 'boolean',
      as: 'string',
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
  const settings = readSettings(environment, line.text('as'))
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
  const usage = `Usage: ${own.trigger?.usage}`
  const line = readCommandLine(args, {
    options: { 'forward-to': 'string', as: 'string' },
    mostWords: 1,
    usage,
  })
  const [[type], address] = [line.words, line.text('forward-to')]
  if (type === undefined || address === undefined) {
    throw new UsageError(`Give a type and --forward-to. ${usage}`)
  }
  const target = readTarget(address)
  const service = createService(readSettings(environment, line.text('as')))
  const secret = readSecret(stateFolder(environment))
  return (await trigger(service, { type, target, secret }, print)) ? 0 : 1
}

/** Errors of the file system name the file and what is wrong with it. */
function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error
}
