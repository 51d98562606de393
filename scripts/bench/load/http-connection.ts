import { connect } from 'node:net'

export type Answer = { status: number; bytes: number }

/**
 * One HTTP/1.1 connection that is kept open and sends one request at a time. It reads no more of an answer than it must
 * to find its end, so that the load generator isn't what is measured.
 */
export async function openHttpConnection(host: string, port: number) {
  const socket = connect({ host, port, noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: PromiseWithResolvers<Answer> | undefined
  let reader = answerReader()
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('data', (chunk: Buffer) => {
    const answer = reader(chunk)
    if (!answer) return
    reader = answerReader()
    waiting?.resolve(answer)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The connection was closed')))
  return {
    send(request: string): Promise<Answer> {
      waiting = Promise.withResolvers<Answer>()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Takes the chunks of one answer, and returns it with the last one. */
function answerReader(): (chunk: Buffer) => Answer | undefined {
  let head = ''
  let status = 0
  let bytes = 0
  let isOver: ((body: Buffer) => boolean) | undefined
  return (chunk) => {
    bytes += chunk.length
    if (isOver) return isOver(chunk) ? { status, bytes } : undefined
    // Header fields are ASCII, so that a character is a byte.
    const before = head.length
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    status = Number(head.slice(9, 12))
    isOver = bodyReader(head.slice(0, end), status)
    return isOver(chunk.subarray(end + 4 - before)) ? { status, bytes } : undefined
  }
}

function bodyReader(head: string, status: number): (body: Buffer) => boolean {
  if (/^transfer-encoding: *chunked/im.test(head)) return chunkReader()
  let left = status === 204 || status === 304 ? 0 : Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  return (body) => {
    left -= body.length
    return left <= 0
  }
}

/** Chunks of RFC 9112, section 7.1. */
function chunkReader(): (body: Buffer) => boolean {
  let line = ''
  let left = 0
  let isLast = false
  return (body) => {
    for (let at = 0; at < body.length; ) {
      if (left > 0) {
        const taken = Math.min(left, body.length - at)
        left -= taken
        at += taken
        continue
      }
      line += String.fromCharCode(body[at] as number)
      at += 1
      if (!line.endsWith('\r\n')) continue
      // After the chunk of size 0 come trailers, if any, and an empty line.
      if (isLast && line === '\r\n') return true
      const size = isLast ? 0 : Number.parseInt(line, 16)
      line = ''
      if (size === 0) isLast = true
      // The data of a chunk ends with a line break.
      else left = size + 2
    }
    return false
  }
}
