import { connect } from 'node:net'
import { unreadableRequestFaults } from './openapi-checks.ts'
import type { Json } from './service.ts'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; json: Json }

/**
 * Sends raw bytes, for requests that no proper client would send, and reads until the service closes the connection.
 */
export function sendRaw(url: string, request: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) })
    socket.setTimeout(8_000, () => socket.destroy(new Error('No answer came in time.')))
    socket.on('data', (chunk) => chunks.push(chunk))
    const settle = () => {
      try {
        resolve(read(chunks))
      } catch (fault) {
        reject(fault)
      }
    }
    socket.on('error', (error) => (chunks.length > 0 ? settle() : reject(error)))
    socket.on('close', settle)
    socket.write(request)
  })
}

/** A request line and headers without a body; the connection closes after the answer. */
export function requestHead(method: string, target: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers })
  return `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

function read(chunks: readonly Buffer[]): RawAnswer {
  const text = Buffer.concat(chunks).toString('utf8')
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const body = end < 0 ? '' : text.slice(end + 4)
  const answer = { status: Number(first.split(' ')[1] ?? 0), headers, body, json: parse(body) as Json }
  if (answer.json?.error?.code === 'malformed_request') {
    const faults = unreadableRequestFaults({ ...answer, body: Buffer.from(body) })
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
  return answer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
