import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './file-cleanup.ts'
import { goodAnswer } from './model-answer.ts'

/** Everything that came with one request; `raw` is the body byte for byte. */
export type ModelRequest = { path: string; headers: IncomingHttpHeaders; raw: string; body: ModelQuestion }

export type ModelQuestion = {
  model: string
  messages: { role: string; content: string }[]
  response_format: { json_schema: { schema: object } }
  [key: string]: unknown
}

/** What the stand-in does with one request. */
export type Reaction = (response: ServerResponse, asked: ModelRequest) => void | Promise<void>

export type MockModel = {
  /** As DEBRIEF_URL takes it. */
  url: string
  requests: ModelRequest[]
  /** What happens to the next requests, one after the other; the last one holds for all further ones. */
  react: (...reactions: Reaction[]) => void
  /** Resolves when so many requests have come in all. */
  arrived: (count: number) => Promise<void>
  /** Requests whose connection stands and whose answer has not ended. */
  inFlight: () => number
}

/** A language model's endpoint on this machine. It writes a good answer from the facts it is given, until told else. */
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

/** A whole completion around this text. */
export function replyWith(text: string, choice: object = {}): Reaction {
  return (response) => {
    const message = { role: 'assistant', content: text }
    send(response, { choices: [{ index: 0, message, finish_reason: 'stop', ...choice }] })
  }
}

/** Writes what holds, from the facts of the question and nothing else. */
export const replyWell: Reaction = (response, asked) =>
  replyWith(JSON.stringify(goodAnswer(asked.body)))(response, asked)

export function status(code: number, headers: Record<string, string> = {}): Reaction {
  return (response) => {
    // What servers say in such answers often repeats the question, or the key.
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(leak)
  }
}

/** Nothing of this may come out anywhere. */
export const leak = '{"error":{"message":"LEAK-7731 invalid key sk-stand-in"}}'

/** Never answers. */
export const silence: Reaction = () => {}

/** Begins an answer and goes away. */
export const halfBody: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"choices":[{"message":{"content":"{\\"sections\\":', () => response.destroy())
}

/** Begins to stream although nobody asked for it, and stops in the middle of an event. */
export const halfStream: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end('data: {"choices":[{"delta":{"content":"{\\"sec"}}]}\n\ndata: {"choices":[{"del')
}

/** A hundred megabytes, as fast as they are taken. */
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
