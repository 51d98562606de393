import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './file-cleanup.ts'

export type PretendedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/** `drop` closes the connection without an answer, `hang` never answers. */
export type PretendedAnswer =
  | 'drop'
  | 'hang'
  | { status: number; body?: unknown; headers?: Record<string, string> }

/** A server that answers as a test says, to show clients what a real service does only in bad hours. */
export async function pretendApi(
  answer: (request: PretendedRequest) => PretendedAnswer | Promise<PretendedAnswer>,
): Promise<{ url: string; requests: PretendedRequest[] }> {
  const requests: PretendedRequest[] = []
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const text of incoming.setEncoding('utf8')) body += text
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body }
    requests.push(request)
    const how = await answer(request)
    if (how === 'hang') return
    if (how === 'drop') return void incoming.socket.destroy()
    const text = typeof how.body === 'string' ? how.body : JSON.stringify(how.body)
    response.writeHead(how.status, { 'content-type': 'application/json', ...how.headers }).end(text)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  afterFile(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Passes a request on to a real service, and its answer back. */
export async function passOn(
  url: string,
  { method, path, headers, body }: PretendedRequest,
): Promise<PretendedAnswer> {
  const kept = ['authorization', 'content-type', 'idempotency-key'] as const
  const sent = Object.fromEntries(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
  const answer = await fetch(url + path, { method, headers: sent, ...(body !== '' && { body }) })
  const replayed = answer.headers.get('idempotent-replayed')
  return {
    status: answer.status,
    body: await answer.text(),
    ...(replayed !== null && { headers: { 'idempotent-replayed': replayed } }),
  }
}

/** A refusal as the API words it. */
export function refusal(status: number, code: string, others: object = {}, headers = {}): PretendedAnswer {
  return {
    status,
    body: { code: status, status: 'error', error: { code, message: `Refused: ${code}.`, ...others } },
    headers: { 'x-request-id': 'request-1234', ...headers },
  }
}
