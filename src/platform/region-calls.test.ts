import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPair } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { signCall } from '../identity/region-call.ts'
import { createRegionCalls, fetchRegionKeys, type SignRegionCall } from './region-calls.ts'

const key = { kid: 'k'.repeat(43), privateKey: (await generateKeyPair('ES256')).privateKey }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function callAt(root: string) {
  const signer = { secret: 's'.repeat(32), key }
  const sign: SignRegionCall = (call) => signCall(signer, { from: 'us', ...call }, new Date())
  return createRegionCalls({ roots: { eu: root }, signers: [sign], silenceMilliseconds: 500 })
}

const unavailable = { kind: 'unavailable', retryAfterSeconds: 5 }

describe('a call to another region', () => {
  test('posts its content, signed, and returns the response', async () => {
    const heard: (string | undefined)[] = []
    const root = await serve(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      heard.push(request.method, request.url, body, request.headers.authorization?.split(' ')[0])
      response.end('{"again":[]}')
    })
    expect(await callAt(root)('eu', 'directory-range', { after: '' })).toEqual({ again: [] })
    expect(heard).toEqual(['POST', '/internal/directory-range', '{"after":""}', 'Timbre-Region'])
  })

  test('fails like the other region, if that means the same here', async () => {
    const failure = {
      kind: 'conflict',
      message: 'There is one already.',
      code: 'member_already',
      param: 'email',
    }
    const root = await serve((_request, response) => response.writeHead(409).end(JSON.stringify({ failure })))
    await expect(callAt(root)('eu', 'member', {})).rejects.toMatchObject(failure)
  })

  test('keeps the kind of a failure whose code only a newer release has', async () => {
    const failure = { kind: 'conflict', message: 'There is one already.', code: 'code_of_tomorrow' }
    const root = await serve((_request, response) => response.writeHead(409).end(JSON.stringify({ failure })))
    await expect(callAt(root)('eu', 'member', {})).rejects.toMatchObject({ ...failure, code: 'conflict' })
  })

  test.each([
    ['an error of the server', (status: number) => status === 500],
    ['a rejected signature', (status: number) => status === 401],
  ])('is unavailable after %s', async (_, isIt) => {
    const status = [500, 401].find(isIt) as number
    const failure = { kind: status === 401 ? 'unauthenticated' : 'unexpected', message: 'No.' }
    const root = await serve((_request, response) =>
      response.writeHead(status).end(JSON.stringify({ failure })),
    )
    await expect(callAt(root)('eu', 'messages', {})).rejects.toMatchObject(unavailable)
  })

  test('follows no redirect', async () => {
    let visits = 0
    const trap = await serve((_request, response) => {
      visits += 1
      response.end('{}')
    })
    const root = await serve((_request, response) => response.writeHead(307, { location: trap }).end())
    await expect(callAt(root)('eu', 'messages', {})).rejects.toMatchObject(unavailable)
    await expect(fetchRegionKeys(root)).rejects.toMatchObject(unavailable)
    expect(visits).toBe(0)
  })

  test('does not wait for a silent region, or read an endless response', async () => {
    const silent = await serve(() => {})
    await expect(callAt(silent)('eu', 'messages', {})).rejects.toMatchObject(unavailable)
    await expect(fetchRegionKeys(silent, 300)).rejects.toMatchObject(unavailable)
    const endless = await serve((_request, response) => {
      const block = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (response.write(block));
        response.once('drain', more)
      }
      more()
    })
    await expect(callAt(endless)('eu', 'messages', {})).rejects.toMatchObject(unavailable)
  })

  test('is unavailable if the connection is refused', async () => {
    await expect(callAt('http://127.0.0.1:1')('eu', 'messages', {})).rejects.toMatchObject(unavailable)
  })
})

test.each(['', '{}', '{"keys":5}', 'null', '<html>'])('invalid key sets are refused: %s', async (text) => {
  const root = await serve((_request, response) => response.end(text))
  await expect(fetchRegionKeys(root)).rejects.toMatchObject(unavailable)
})
