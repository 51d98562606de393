import { setTimeout } from 'node:timers/promises'
import { eventPage } from './answers.ts'
import { describeEvent, type FeedEvent } from './event.ts'
import { Failure } from './failure.ts'
import { type Forwarded, forward, Unanswered } from './forward.ts'
import { printable, printableJson } from './printable.ts'
import { Refused, type Service, withPatience } from './service.ts'
import type { Cursor } from './state.ts'

export type ListenOptions = {
  target?: URL | undefined
  types: readonly string[]
  sinceSeconds?: number | undefined
  asJson: boolean
}

type Parts = {
  service: Service
  cursor: Cursor
  secret: string
  signal: AbortSignal
  /** Prints a line about an event. */
  print: (line: string) => void
  /** Prints a line about listening itself. */
  say: (line: string) => void
}

/**
 * Forwards each event of the feed, one after the other, until the signal aborts. The cursor is written after the local
 * server has answered, so an event without an answer is sent again, also by the next run.
 */
export async function listen(options: ListenOptions, parts: Parts): Promise<void> {
  const { service, cursor, signal, say } = parts
  const patience = { signal, say }
  let after = await startOf(options, parts)
  cursor.write(after)
  say('Listening. Stop with Ctrl-C; the next run continues where this one stops.')
  while (!signal.aborted) {
    const began = performance.now()
    const query = queryOf({ wait: '20', limit: '100', after, types: options.types })
    const page = await withPatience(
      () => service.request('GET', `/events?${query}`, eventPage, { seconds: 40, signal }),
      patience,
    ).catch(explained)
    for (const event of page.events) {
      await handle(event, options, parts)
      cursor.write(event.id)
    }
    if (page.after !== after && page.events.at(-1)?.id !== page.after) cursor.write(page.after)
    after = page.after
    // A client has four places to wait; a fifth reader is answered at once.
    if (page.events.length === 0 && performance.now() - began < 1_000) {
      await setTimeout(2_000, undefined, { signal })
    }
  }
}

/** Where to start: what `since` asks for, else where the last run stopped, else at the end. */
async function startOf(options: ListenOptions, parts: Parts): Promise<string | null> {
  const { service, cursor, signal, say } = parts
  const { types, sinceSeconds } = options
  if (sinceSeconds !== undefined && sinceSeconds > 0) return cursorBefore(sinceSeconds, types, parts)
  const remembered = cursor.read()
  if (remembered !== undefined && sinceSeconds === undefined) return remembered
  const query = queryOf({ after: 'latest', types })
  const read = () => service.request('GET', `/events?${query}`, eventPage, { signal })
  return (await withPatience(read, { signal, say })).after
}

/** The last event that is older than so many seconds; null if there is none. */
async function cursorBefore(seconds: number, types: readonly string[], parts: Parts): Promise<string | null> {
  const { service, signal, say } = parts
  const since = Date.now() - seconds * 1_000
  for (let before = 'latest'; ; ) {
    const query = queryOf({ before, types, limit: '100' })
    const read = () => service.request('GET', `/events?${query}`, eventPage, { signal })
    const { events, hasMore } = await withPatience(read, { signal, say })
    const older = events.find(({ timestamp }) => Date.parse(timestamp) < since)
    if (older) return older.id
    const last = events.at(-1)
    if (!last || !hasMore) return null
    before = last.id
  }
}

function queryOf({
  types,
  after,
  ...others
}: { types: readonly string[]; after?: string | null } & Record<string, unknown>): URLSearchParams {
  return new URLSearchParams({
    ...(others as Record<string, string>),
    ...(after && { after }),
    ...(types.length > 0 && { types: types.join(',') }),
  })
}

function explained(error: unknown): never {
  if (error instanceof Refused && error.code === 'cursor_expired') {
    throw new Failure(
      'The event where the last run stopped is not kept anymore: continue with --since 30d for all that is ' +
        'kept, or with --since 0s for new events only.',
    )
  }
  throw error
}

async function handle(event: FeedEvent, { target, asJson }: ListenOptions, parts: Parts): Promise<void> {
  const forwarded = target && (await forwardUntilAnswered(target, event, parts))
  const answer = forwarded ? `  ${forwarded.status} in ${forwarded.milliseconds} ms` : ''
  const line = asJson
    ? printableJson({ event, ...(forwarded && { forwarded }) })
    : printable(describeEvent(event) + answer)
  parts.print(line)
}

/** The later events wait, so the order stays. */
async function forwardUntilAnswered(
  target: URL,
  event: FeedEvent,
  { secret, signal, say }: Parts,
): Promise<Forwarded> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await forward(target, event, { secret, signal })
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      if (failures === 0) say(`${target.origin} doesn't answer (${error.message}). Trying until it does.`)
      await setTimeout(Math.min(250 * 2 ** failures, 10_000), undefined, { signal })
    }
  }
}
