import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type ReceivedMail = { from: string; to: string[]; raw: string }

/**
 * A mail server on a free local port that closes after the test, or when `atEnd` says. It accepts everything; the options
 * override its answers.
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, session, answer) {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        })
        answer()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  started.add(server)
  atEnd(async () => {
    started.delete(server)
    await new Promise<void>((done) => server.close(() => done()))
  })
  return {
    received,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** Connections now. */
    open: () => server.connections.size,
  }
}

/** Drops a session's connection. */
export function cut(session: SMTPServerSession): void {
  for (const server of started) {
    for (const connection of server.connections)
      if (connection.session === session) connection._socket.destroy()
  }
}

const started = new Set<SMTPServer>()
