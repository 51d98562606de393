import { describe, expect, test } from 'vitest'
import { cut, startMailServer } from '../../test/support/mail-server.ts'
import type { OutgoingEmail } from '../contract/ports.ts'
import { SmtpRefusal, smtpTransport } from './smtp.ts'

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
  const transport = smtpTransport({ mailUrl: url, mailFrom: 'no-reply@timbre.example', silenceMilliseconds })
  return transport({ ...message, ...changes })
}

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
