import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './file-cleanup.ts'

export type ReceivedWebhook = {
  method: string
  headers: IncomingHttpHeaders
  body: string
  path: string
}

/** How a receiver answers; `hang` doesn't until it is released. */
export type WebhookAnswer =
  | number
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: string }

export type WebhookReceiver = {
  /** The address of an endpoint: each path has its own answers. */
  url: (path?: string) => string
  received: ReceivedWebhook[]
  /** Answers from now on. */
  answer: (how: WebhookAnswer | ((request: ReceivedWebhook) => WebhookAnswer)) => void
  /** Closes the connections of requests that hang, so that nothing waits for them. */
  release: () => void
}

/** A receiver of webhooks on this machine, closed after the test file. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const hanging = new Set<ServerResponse>()
  let answer: (request: ReceivedWebhook) => WebhookAnswer = () => 200
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { method = '', url: path = '' } = request
      const one = { method, headers: request.headers, body, path }
      received.push(one)
      const how = answer(one)
      if (how === 'hang') return void hanging.add(response)
      const { status, headers = {}, body: text = '' } = typeof how === 'number' ? { status: how } : how
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  afterFile(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: (path = '/hooks') => `http://127.0.0.1:${port}${path}`,
    received,
    answer: (how) => {
      answer = typeof how === 'function' ? how : () => how
    },
    release() {
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
  }
}
