import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openHttpConnection } from './http-connection.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A server that answers each request with the next of these texts, in pieces of this many bytes. */
async function answering(texts: readonly string[], piece: number): Promise<number> {
  let sent = 0
  server = createServer((socket: Socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('data', async () => {
      const text = texts[sent++] ?? ''
      for (let at = 0; at < text.length; at += piece) {
        socket.write(text.slice(at, at + piece))
        await new Promise(setImmediate)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

const answers = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nb\r\n\r\n0\r\n\r\n012345\r\n0\r\n\r\n',
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n',
]

test.each([1, 3, 7, 1_000])('finds the end of each answer in pieces of %i bytes', async (piece) => {
  const port = await answering(answers, piece)
  const connection = await openHttpConnection('127.0.0.1', port)
  const read = []
  for (const _ of answers) read.push(await connection.send('GET / HTTP/1.1\r\n\r\n'))
  connection.close()
  expect(read).toEqual(answers.map((text) => ({ status: Number(text.slice(9, 12)), bytes: text.length })))
})

test('rejects when the connection is closed before the answer has come', async () => {
  const port = await answering(['HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhel'], 1_000)
  const connection = await openHttpConnection('127.0.0.1', port)
  const sent = connection.send('GET / HTTP/1.1\r\n\r\n')
  connection.close()
  await expect(sent).rejects.toThrow('closed')
})
