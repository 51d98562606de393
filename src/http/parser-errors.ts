import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '../contract/errors.ts'
import type { Clock } from '../contract/ports.ts'

/**
 * Responds to requests that Node's HTTP parser rejects: malformed ones, and those with too large headers. There is no
 * request object, so the response is written to the socket. The connection is closed, because the start of the next
 * request is unknown.
 */
export function answerParserError(
  error: Error & { code?: string },
  socket: Socket,
  { clock, headers }: { clock: Clock; headers: Readonly<Record<string, string>> },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason, message } = parserRefusals[error.code ?? ''] ?? malformed
  const requestId = randomUUID()
  const body = JSON.stringify({
    code: status,
    status: 'error',
    error: {
      message,
      timestamp: clock().toISOString(),
      code: 'malformed_request' satisfies ErrorCode,
      requestId,
    },
  })
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nx-request-id: ${requestId}\r\n` +
      `${headerLines.join('')}connection: close\r\n\r\n${body}`,
  )
}

type Refusal = { status: number; reason: string; message: string }

const malformed: Refusal = { status: 400, reason: 'Bad Request', message: errors.malformed_request.message }

const parserRefusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'The address and the headers are too large: at most 16 KiB together.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    message: 'The request took too long to arrive. Send it again.',
  },
}
