import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export type MailStep = 'connected' | 'text' | 'acknowledged'

export type OutageServer = {
  url: string
  /** Each accepted message: its recipient, its Message-ID, and when it was accepted. */
  accepted: { to: string; messageId: string; at: number }[]
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
}

/** A mail server on one port that can be away. `answerMilliseconds` is what it takes for each message. */
export async function startOutageServer({
  answerMilliseconds = 0,
  onStep = () => {},
}: {
  answerMilliseconds?: number | (() => number)
  /** Called when a client has connected, when a text has arrived, and when it was acknowledged. */
  onStep?: (step: MailStep) => void
} = {}): Promise<OutageServer> {
  const accepted: OutageServer['accepted'] = []
  let port = 0
  let server: SMTPServer | undefined
  const open = async () => {
    const opened = new SMTPServer({
      ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, closeTimeout: 50 },
      onConnect(_, answer) {
        onStep('connected')
        answer()
      },
      onData(stream, session, answer) {
        let raw = ''
        stream.on('data', (chunk) => {
          raw += chunk
        })
        stream.on('end', async () => {
          const messageId = /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? ''
          await setTimeout(typeof answerMilliseconds === 'number' ? answerMilliseconds : answerMilliseconds())
          accepted.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId, at: Date.now() })
          onStep('text')
          answer()
          onStep('acknowledged')
        })
      },
    })
    opened.on('error', () => {})
    await new Promise<void>((ready) => opened.listen(port, '127.0.0.1', ready))
    port = (opened.server.address() as AddressInfo).port
    server = opened
  }
  await open()
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    async goAway() {
      const leaving = server
      server = undefined
      await new Promise<void>((done) => (leaving ? leaving.close(() => done()) : done()))
    },
    comeBack: open,
  }
}
