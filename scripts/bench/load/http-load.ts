import type { Sample } from '../row.ts'
import { openHttpConnection } from './http-connection.ts'
import { percentile } from './percentile.ts'

/**
 * A request as it is sent. In path and body `{id}` becomes 24 hexadecimal digits that no other request has, and `{n}`
 * counts how often this request was sent, from `first` on.
 */
export type RequestPlan = {
  method: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  first?: number
}

export type HttpLoad = {
  host: string
  port: number
  /** Connections, each with one request at a time. */
  connections: number
  /** Sent in turns. */
  requests: readonly RequestPlan[]
  /** The statuses that count as answered; by default 200, 201 and 204. */
  expected?: readonly number[]
  /** Requests a second, sent at even intervals whether or not earlier ones were answered; as many as possible without. */
  perSecond?: number
  /** Whether the sample has the time of each request. */
  keepsTimes?: boolean
}

/** Sends requests for this long, and waits for the last answers. Times run from when a request was due. */
export async function runHttpLoad(load: HttpLoad, milliseconds: number): Promise<Sample> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openHttpConnection(load.host, load.port)),
  )
  const next = requestTurns(load.requests)
  const times: number[] = []
  const failures: Record<string, number> = {}
  const began = performance.now()
  let due = began
  const expected = load.expected ?? [200, 201, 204]
  const work = async (opened: Connection) => {
    let connection = opened
    for (;;) {
      let sent = performance.now()
      if (load.perSecond !== undefined) {
        sent = due
        due += 1_000 / load.perSecond
        await until(Math.min(sent, began + milliseconds))
      }
      if (sent - began >= milliseconds) return connection.close()
      const status = await connection.send(next()).then(
        (answer) => answer.status,
        () => 'closed',
      )
      times.push(performance.now() - sent)
      if (!expected.includes(status as number)) failures[status] = (failures[status] ?? 0) + 1
      if (status === 'closed') connection = await openHttpConnection(load.host, load.port)
    }
  }
  await Promise.all(connections.map((connection) => work(connection)))
  const seconds = (performance.now() - began) / 1_000
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  return {
    perSecond: (times.length - failed) / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    sent: times.length,
    failures,
    ...(load.keepsTimes && { times }),
  }
}

type Connection = Awaited<ReturnType<typeof openHttpConnection>>

async function until(time: number): Promise<void> {
  const left = time - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
}

/** The texts of the requests in turns; their counters last as long as the process, so that no round repeats another. */
function requestTurns(requests: readonly RequestPlan[]): () => string {
  const texts = requests.map((request) =>
    /\{(id|n)\}/.test(request.path + request.body) ? undefined : textOf(request),
  )
  return () => {
    const at = sent++ % requests.length
    const request = requests[at] as RequestPlan
    return texts[at] ?? textOf(filled(request))
  }
}

let sent = 0

function filled(request: RequestPlan): RequestPlan {
  const key = `${request.path} ${request.headers?.cookie ?? ''}`
  const count = counters.get(key) ?? request.first ?? 1
  counters.set(key, count + 1)
  const fill = (text: string) => text.replaceAll('{n}', String(count)).replaceAll('{id}', uniqueId)
  return {
    ...request,
    path: fill(request.path),
    ...(request.body !== undefined && { body: fill(request.body) }),
  }
}

const counters = new Map<string, number>()
const run = Math.floor(Math.random() * 2 ** 32)
let ids = 0

function uniqueId(): string {
  ids += 1
  return run.toString(16).padStart(8, '0') + ids.toString(16).padStart(16, '0')
}

function textOf({ method, path, headers = {}, body }: RequestPlan): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}`
  if (body === undefined) return `${head}\r\n`
  const type = headers['content-type'] ? '' : 'content-type: application/json\r\n'
  return `${head}${type}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
