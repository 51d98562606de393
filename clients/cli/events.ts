import { eventPage, oneEvent, replayed } from './answers.ts'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { durationSeconds } from './duration.ts'
import { describeEvent } from './event.ts'
import { UsageError } from './failure.ts'
import { printable, printableJson } from './printable.ts'
import type { Service } from './service.ts'

export const eventsUsage =
  'events list [--types T,…] [--since 1h] [--profile ID] [--limit 20] [--json] | events get ID | ' +
  'events replay --webhook ID (--events ID,… | --since 1h [--types T,…]) [--all] [--dry-run]'

const usage = `Usage: ${eventsUsage}`

const options = {
  types: 'string',
  since: 'string',
  profile: 'string',
  limit: 'string',
  json: 'boolean',
  webhook: 'string',
  events: 'string',
  all: 'boolean',
  'dry-run': 'boolean',
} as const

/** Options of each verb, and the words after it. */
const verbs = {
  list: { options: ['types', 'since', 'profile', 'limit', 'json'], words: 0, run: list },
  get: { options: ['json'], words: 1, run: get },
  replay: {
    options: ['webhook', 'events', 'since', 'types', 'all', 'dry-run', 'json'],
    words: 0,
    run: replay,
  },
} as const

type Work = (service: Service, print: (line: string) => void) => Promise<void>

/** Reads `events …`; nothing is sent before the whole line is understood. */
export function readEventsCommand(args: readonly string[]): Work {
  const [verb = '', ...rest] = args
  if (!Object.hasOwn(verbs, verb)) throw new UsageError(`Give list, get or replay. ${usage}`)
  const { options: names, words, run } = verbs[verb as keyof typeof verbs]
  const own = Object.fromEntries(names.map((name) => [name, options[name]]))
  return run(readCommandLine(rest, { options: own, mostWords: words, usage }))
}

function list(line: CommandLine): Work {
  const limit = line.text('limit') ?? '20'
  if (!/^[1-9]\d?$|^100$/.test(limit)) throw new UsageError(`--limit must be from 1 to 100. ${usage}`)
  const since = sinceOf(line)
  const [types, profileId] = [line.list('types'), line.text('profile')]
  const query = new URLSearchParams({
    before: 'latest',
    limit,
    ...(types.length > 0 && { types: types.join(',') }),
    ...(profileId && { profileId }),
  })
  return async (service, print) => {
    const page = await service.request('GET', `/events?${query}`, eventPage)
    const events = page.events
      .filter(({ timestamp }) => since === undefined || Date.parse(timestamp) >= since.getTime())
      .reverse()
    if (line.flag('json')) return print(printableJson({ events }))
    for (const event of events) print(printable(`${event.id}  ${describeEvent(event)}`))
    if (events.length === 0) print('There is no such event.')
  }
}

function get(line: CommandLine): Work {
  const [id] = line.words
  if (id === undefined || !/^[0-9a-f]{24}$/.test(id))
    throw new UsageError(`Give the id of an event. ${usage}`)
  return async (service, print) => {
    const { event } = await service.request('GET', `/event/${id}`, oneEvent)
    print(line.flag('json') ? printableJson({ event }) : printableJson(event, 2))
  }
}

function replay(line: CommandLine): Work {
  const webhookId = line.text('webhook')
  const [eventIds, types, since] = [line.list('events'), line.list('types'), sinceOf(line)]
  if (webhookId === undefined || !/^[0-9a-f]{24}$/.test(webhookId)) {
    throw new UsageError(`Give --webhook with the id of an endpoint. ${usage}`)
  }
  if (eventIds.length > 0 === (since !== undefined)) {
    throw new UsageError(`Give --events or --since. ${usage}`)
  }
  if (eventIds.length > 0 && (types.length > 0 || line.flag('all'))) {
    throw new UsageError(`--types and --all belong to --since. ${usage}`)
  }
  const body = {
    ...(eventIds.length > 0 && { eventIds }),
    ...(since && { since: since.toISOString(), only: line.flag('all') ? 'all' : 'undelivered' }),
    ...(types.length > 0 && { types }),
    dryRun: line.flag('dry-run'),
  }
  return async (service, print) => {
    const { data } = await service.request('POST', `/webhook/${webhookId}/replay`, replayed, { body })
    if (line.flag('json')) return print(printableJson(data))
    const many = `${data.events} ${data.events === 1 ? 'event' : 'events'}`
    print(line.flag('dry-run') ? `${many} would be sent again.` : `${many} will be sent again.`)
  }
}

function sinceOf(line: CommandLine): Date | undefined {
  const text = line.text('since')
  return text === undefined ? undefined : new Date(Date.now() - durationSeconds('--since', text) * 1_000)
}
