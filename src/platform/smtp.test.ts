import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { cut, startMailServer } from '../../test/support/mail-server.ts'
import type { OutgoingEmail } from '../contract/ports.ts'
import { type SmtpOptions, SmtpRefusal, smtpTransport } from './smtp.ts'

const message: OutgoingEmail & { messageId: string } = {
  channel: 'email',
  to: 'noor@northwind.test',
  subject: 'Northwind invites you',
  text: 'Open https://timbre.example/t/x',
  html: '<p>Open https://timbre.example/t/x</p>',
  fromName: 'Northwind',
  replyTo: 'ada@northwind.test',
  locale: 'en',
  messageId: '<65f0c0ffee65f0c0ffee65f0@timbre.example>',
}

function send(url: string, changes: Partial<typeof message> = {}, silenceMilliseconds = 2_000) {
  const transport = open(url, { silenceMilliseconds })
  return transport.send({ ...message, ...changes }).finally(transport.close)
}

function open(mailUrl: string, options: Partial<SmtpOptions> = {}) {
  return smtpTransport({
    mailUrl,
    mailFrom: 'no-reply@timbre.example',
    silenceMilliseconds: 2_000,
    ...options,
  })
}

/** A server that counts the sessions opened with it, and closes each after so many messages. */
async function startCounting({
  messages = Number.POSITIVE_INFINITY,
  options = {} as SMTPServerOptions,
} = {}) {
  let sessions = 0
  const counts = new Map<string, number>()
  const server = await startMailServer({
    onConnect(_, answer) {
      sessions += 1
      answer()
    },
    onMailFrom(_, session, answer) {
      const count = (counts.get(session.id) ?? 0) + 1
      counts.set(session.id, count)
      // As a server that has closed the connection meanwhile, which the client has not noticed yet.
      if (count > messages) cut(session)
      else answer()
    },
    ...options,
  })
  return { ...server, sessions: () => sessions }
}

describe('kept connections', () => {
  test('one serves message after message, and the parallel ones stay within the limit', async () => {
    const { received, url, sessions } = await startCounting()
    const transport = open(url, { maxConnections: 2 })
    for (let count = 0; count < 5; count += 1) await transport.send(message)
    expect(sessions()).toBe(1)
    await Promise.all(Array.from({ length: 6 }, () => transport.send(message)))
    expect(sessions()).toBe(2)
    expect(received).toHaveLength(11)
    transport.close()
  })

  test('an unused one is closed, and none is left after close', async () => {
    const { url, sessions, open: connections } = await startCounting()
    const transport = open(url, { idleMilliseconds: 50 })
    await transport.send(message)
    await expect.poll(connections).toBe(0)
    await transport.send(message)
    expect(sessions()).toBe(2)
    transport.close()
    await expect.poll(connections).toBe(0)
    expect((await refusal(transport.send(message))).permanent).toBe(false)
  })

  test('a message goes on over another connection if the server had closed the first one', async () => {
    const { received, url, sessions } = await startCounting({ messages: 2 })
    const transport = open(url)
    for (let count = 0; count < 6; count += 1) await transport.send(message)
    expect(received).toHaveLength(6)
    expect(sessions()).toBe(3)
    transport.close()
  })

  test('a message whose text was sent before the connection was cut is not sent again here', async () => {
    let texts = 0
    const { url } = await startCounting({
      options: {
        onData(stream, session, answer) {
          texts += 1
          stream.resume().on('end', () => (texts === 1 ? answer() : cut(session)))
        },
      },
    })
    const transport = open(url)
    await transport.send(message)
    expect((await refusal(transport.send(message))).permanent).toBe(false)
    expect(texts).toBe(2)
    transport.close()
  })

  test('a refused recipient leaves the connection to the next message', async () => {
    const { received, url, sessions } = await startCounting({
      options: {
        onRcptTo: ({ address }, _, answer) =>
          address.startsWith('gone') ? answer(reply(550, 'no such user')) : answer(),
      },
    })
    const transport = open(url, { maxConnections: 1 })
    await transport.send(message)
    expect(await refusal(transport.send({ ...message, to: 'gone@northwind.test' }))).toMatchObject({
      permanent: true,
      code: '550 RCPT TO',
    })
    await transport.send(message)
    expect([received.length, sessions()]).toEqual([2, 1])
    transport.close()
  })
})

async function refusal(sending: Promise<void>): Promise<SmtpRefusal> {
  const error = await sending.then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(SmtpRefusal)
  return error
}

function reply(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

describe('smtpTransport', () => {
  test('sends the email as text and HTML, with the given Message-ID and to one recipient', async () => {
    const { received, url } = await startMailServer()
    await send(url)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'no-reply@timbre.example', to: ['noor@northwind.test'] })
    const raw = received[0]?.raw ?? ''
    expect(raw).toMatch(/^From: Northwind <no-reply@timbre\.example>\r$/m)
    expect(raw).toMatch(/^To: noor@northwind\.test\r$/m)
    expect(raw).toMatch(/^Reply-To: ada@northwind\.test\r$/m)
    expect(raw).toMatch(/^Message-ID: <65f0c0ffee65f0c0ffee65f0@timbre\.example>\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Content-Language: en\r$/m)
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
    expect(raw).toContain('Content-Type: text/html; charset=utf-8')
    expect(raw).not.toMatch(/^X-Mailer/m)
  })

  test('does not let a name, subject or address add a header or a recipient', async () => {
    const { received, url } = await startMailServer()
    await send(url, {
      fromName: 'Ada", x@evil.test\r\nBcc: b@evil.test',
      subject: 'Hello\r\nBcc: c@evil.test\r\n\r\nbody',
      replyTo: 'd@evil.test\r\nBcc: e@evil.test',
    })
    const header = received[0]?.raw.split('\r\n\r\n')[0] ?? ''
    expect(received[0]?.to).toEqual(['noor@northwind.test'])
    expect(header).not.toMatch(/^(Bcc|Reply-To):/im)
    expect(header.match(/^From:.*(\r\n .*)*/m)?.[0]).toContain('<no-reply@timbre.example>')
  })

  test.each(['a@x.test, b@x.test', 'a@x.test\r\nBcc: b@x.test', 'A <a@x.test>', 'a@[127.0.0.1]'])(
    'refuses %j for good without connecting',
    async (to) => {
      const { received, url } = await startMailServer()
      expect((await refusal(send(url, { to }))).permanent).toBe(true)
      expect(received).toHaveLength(0)
    },
  )

  test('a 550 to the recipient is final', async () => {
    const { url } = await startMailServer({ onRcptTo: (_, __, answer) => answer(reply(550, 'no such user')) })
    expect(await refusal(send(url))).toMatchObject({ permanent: true, code: '550 RCPT TO' })
  })

  test('a refusal has the status that begins its text, and no other', async () => {
    const statusAfter = async (text: string, code = 550) => {
      const { url } = await startMailServer({ onRcptTo: (_, __, answer) => answer(reply(code, text)) })
      return (await refusal(send(url))).status
    }
    expect(await statusAfter('5.7.1 Relay access denied', 554)).toBe('5.7.1')
    expect(await statusAfter('no such user 5.1.1')).toBeUndefined()
    expect(await statusAfter('4.7.1 come back later', 451)).toBeUndefined()
  })

  test('a 554 to the text is final', async () => {
    const { url } = await startMailServer({
      onData(stream, _, answer) {
        stream.resume().on('end', () => answer(reply(554, 'not wanted')))
      },
    })
    expect(await refusal(send(url))).toMatchObject({ permanent: true, code: '554 DATA' })
  })

  test('a 451 of a greylist is not', async () => {
    const { url } = await startMailServer({
      onRcptTo: (_, __, answer) => answer(reply(451, 'come back later')),
    })
    expect(await refusal(send(url))).toMatchObject({ permanent: false, code: '451 RCPT TO' })
  })

  test('a 554 at the greeting is not, nor is a refused sign-in', async () => {
    const closed = await startMailServer({ onConnect: (_, answer) => answer(reply(554, 'no service')) })
    expect((await refusal(send(closed.url))).permanent).toBe(false)
    const guarded = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_, __, answer) => answer(reply(535, 'wrong password')),
    })
    const url = guarded.url.replace('//', '//user:p%40ss@')
    expect(await refusal(send(url))).toMatchObject({ permanent: false })
  })

  test('a connection cut after the text is not', async () => {
    const { url } = await startMailServer({
      onData(stream, session) {
        stream.resume().on('end', () => cut(session))
      },
    })
    expect((await refusal(send(url))).permanent).toBe(false)
  })

  test('a silent server times out, and can be tried again', async () => {
    const { url } = await startMailServer({ onMailFrom: () => {} })
    expect(await refusal(send(url, {}, 300))).toMatchObject({ permanent: false, code: 'ETIMEDOUT' })
  })

  test('no server at all can be tried again', async () => {
    expect((await refusal(send('smtp://127.0.0.1:9'))).permanent).toBe(false)
  })

  test('an untrusted certificate is refused, and no email is sent', async () => {
    const { received, url } = await startMailServer({ secure: true })
    expect((await refusal(send(url.replace('smtp:', 'smtps:')))).permanent).toBe(false)
    expect(received).toHaveLength(0)
  })

  test('a relay on this machine may offer STARTTLS with a self-signed certificate', async () => {
    const { received, url } = await startMailServer({ disabledCommands: ['AUTH'] })
    await send(url)
    expect(received).toHaveLength(1)
  })

  describe('to another machine', () => {
    /** The same server under an address that isn't known to be this machine. */
    const away = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

    test('a server without STARTTLS gets no email', async () => {
      const { received, url } = await startMailServer()
      expect(await refusal(send(away(url)))).toMatchObject({ permanent: false, code: '500 STARTTLS' })
      expect(received).toEqual([])
    })

    test('one whose offer was removed on the way gets no credentials either', async () => {
      const tried: unknown[] = []
      const { received, url } = await startMailServer({
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (auth, _, answer) => {
          tried.push(auth)
          answer(null, { user: 'user' })
        },
      })
      const withUser = away(url).replace('//', '//user:secret@')
      expect(await refusal(send(withUser))).toMatchObject({ permanent: false })
      expect([tried, received]).toEqual([[], []])
    })

    test('one with an untrusted certificate gets neither', async () => {
      const { received, url } = await startMailServer({ disabledCommands: ['AUTH'] })
      expect((await refusal(send(away(url)))).permanent).toBe(false)
      expect(received).toEqual([])
    })

    test('it goes unencrypted if the URL has tls=off', async () => {
      const { received, url } = await startMailServer()
      await send(`${away(url)}?tls=off`)
      expect(received).toHaveLength(1)
    })
  })

  test('refuses a URL with another scheme', () => {
    expect(() => smtpTransport({ mailUrl: 'https://x.test', mailFrom: 'a@x.test' })).toThrow('MAIL_URL')
    expect(() => smtpTransport({ mailUrl: 'smtp://x.test', mailFrom: 'nobody' })).toThrow('MAIL_FROM')
  })
})
