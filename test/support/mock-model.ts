import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './file-cleanup.ts'
import { goodAnswer } from './model-answer.ts'

/** One request; `raw` is the exact body. */
export type ModelRequest = { path: string; headers: IncomingHttpHeaders; raw: string; body: ModelQuestion }

export type ModelQuestion = {
  model: string
  messages: { role: string; content: string }[]
  response_format: { json_schema: { schema: object } }
  [key: string]: unknown
}

/** How the mock answers one request. */
export type Reaction = (response: ServerResponse, request: ModelRequest) => void | Promise<void>

export type MockModel = {
  /** The value of DEBRIEF_URL. */
  url: string
  requests: ModelRequest[]
  /** Answers to the next requests, in order; the last one repeats. */
  react: (...reactions: Reaction[]) => void
  /** Resolves when this many requests have arrived in total. */
  arrived: (count: number) => Promise<void>
  /** Open requests whose answer has not ended. */
  inFlight: () => number
}

/** A mock of a language model's endpoint. By default it writes a valid answer from the facts in the request. */
export async function startMockModel(): Promise<MockModel> {
  const requests: ModelRequest[] = []
  let reactions: Reaction[] = [replyWell]
  const waiting: { count: number; tell: () => void }[] = []
  let open = 0
  const server = createServer((request, response) => {
    open += 1
    response.on('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      const one = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
      requests.push(one)
      for (const { count, tell } of waiting) if (requests.length >= count) tell()
      const reaction = reactions.length > 1 ? reactions.shift() : reactions[0]
      void reaction?.(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    react: (...next) => {
      reactions = next
    },
    arrived: (count) =>
      new Promise((tell) => {
        if (requests.length >= count) tell()
        else waiting.push({ count, tell })
      }),
    inFlight: () => open,
  }
}

/** A complete chat completion with this text. */
export function replyWith(text: string, choice: object = {}): Reaction {
  return (response) => {
    const message = { role: 'assistant', content: text }
    send(response, { choices: [{ index: 0, message, finish_reason: 'stop', ...choice }] })
  }
}

/** Writes a valid answer, from the facts in the request only. */
export const replyWell: Reaction = (response, request) =>
  replyWith(JSON.stringify(goodAnswer(request.body)))(response, request)

export function status(code: number, headers: Record<string, string> = {}): Reaction {
  return (response) => {
    // Error answers of real servers often repeat the request or the key.
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(leak)
  }
}

/** Must never appear in any answer or log. */
export const leak = '{"error":{"message":"LEAK-7731 invalid key sk-stand-in"}}'

/** Never answers. */
export const silence: Reaction = () => {}

/** Sends part of an answer and closes the connection. */
export const halfBody: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"choices":[{"message":{"content":"{\\"sections\\":', () => response.destroy())
}

/** Streams without being asked to, and stops in the middle of an event. */
export const halfStream: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end('data: {"choices":[{"delta":{"content":"{\\"sec"}}]}\n\ndata: {"choices":[{"del')
}

/** A hundred megabytes, as fast as they are read. */
export const flood: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(1024 * 1024, 0x20)
  let left = 100
  const more = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(chunk)) return response.once('drain', more)
    return response.end()
  }
  more()
}

export const body =
  (text: string): Reaction =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
