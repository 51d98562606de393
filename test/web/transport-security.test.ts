import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort, startTestService } from '../support/service.ts'

/** Sends a raw request and reads the answer's head. */
async function headOf(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  let all = ''
  for await (const part of socket) all += part
  return all.split('\r\n\r\n')[0] ?? ''
}

const requests: [string, string][] = [
  ['the API without a token', 'GET /api/v4/account HTTP/1.1'],
  ['the sign-in of machines', 'POST /api/v4/auth HTTP/1.1'],
  ['an address of the API that there is not', 'GET /api/v4/nothing HTTP/1.1'],
  ['an address that cannot be decoded', 'GET /api/v4/%zz HTTP/1.1'],
  ['the description of the API', 'HEAD /api/v4/openapi.json HTTP/1.1'],
  ['a preflight', 'OPTIONS /api/v4/account HTTP/1.1'],
  ['the endpoint for models', 'POST /mcp HTTP/1.1'],
  ['a page', 'GET /about HTTP/1.1'],
  ['a page that there is not', 'GET /nothing/here HTTP/1.1'],
  ['the authorization server', 'GET /.well-known/oauth-authorization-server HTTP/1.1'],
  ['health', 'GET /healthz HTTP/1.1'],
  ['what is no HTTP', 'nonsense'],
]

describe('behind an https address', () => {
  let port: number
  beforeAll(async () => {
    port = await freePort()
    await startTestService({
      PORT: String(port),
      PUBLIC_URL: 'https://timbre.example.com',
      DEMO: 'off',
      MAIL_URL: 'smtp://mail.example.com',
    })
  })

  test.each(requests)('%s sends Strict-Transport-Security', async (_, line) => {
    const head = await headOf(port, `${line}\r\nHost: timbre.example.com\r\nConnection: close\r\n\r\n`)
    expect(head).toMatch(/^HTTP\/1\.1 \d{3}/)
    expect(head.match(/^strict-transport-security: max-age=31536000$/gim)).toHaveLength(1)
    expect(head.match(/^x-content-type-options: nosniff$/gim)).toHaveLength(1)
  })
})

test("an http address doesn't send it", async () => {
  const { url } = await startTestService()
  expect((await fetch(`${url}/healthz`)).headers.has('strict-transport-security')).toBe(false)
})
