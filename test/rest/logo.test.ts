import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { bomb, noise, picture, withChunk } from '../support/pictures.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const put = (bytes: Buffer, contentType: string, by = account) =>
  by.call('PUT', '/account/logo', { contentType, data: bytes.toString('base64') })

/** Sends the raw bytes as the body. */
async function putRaw(bytes: Buffer | undefined, contentType: string | undefined, by = account) {
  const response = await fetch(`${running.baseUrl}/account/logo`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${by.token}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

const fetched = async (url: string) => {
  const answer = await fetch(url)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('PUT /account/logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('200 accepts a %s as JSON and as raw bytes', async (format) => {
    const one = await running.account({ daysAgo: 2 })
    // Whom a token sees is said by this operation alone.
    const { sees, ...before } = (await one.call('GET', '/account')).body.data
    const bytes = await picture(format)
    const { status, body } = await put(bytes, `image/${format}`, one)
    expect(status).toBe(200)
    const logoUrl = expect.stringMatching(new RegExp(`^${running.url}/logos/${one.id}/[0-9a-f]{64}\\.png$`))
    expect(body.data).toEqual({ ...before, logoUrl, updatedAt: expect.any(String) })
    expect(body.data.updatedAt > before.updatedAt).toBe(true)
    expect((await one.call('GET', '/account')).body.data).toEqual({ ...body.data, sees })
    const other = await running.account()
    const raw = await putRaw(bytes, `Image/${format}; charset=binary`, other)
    expect(raw.status).toBe(200)
    expect(raw.body.data.logoUrl.split('/').at(-1)).toBe(body.data.logoUrl.split('/').at(-1))
  })

  test('200 stores our own encoding: upright, at most 512 pixels, pixels only', async () => {
    const exif = { IFD0: { Copyright: 'CANARY-IN-EXIF' } }
    const bytes = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#00cc00' } })
      .withExif(exif)
      .withMetadata({ orientation: 6, exif })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('CANARY-IN-EXIF')).toBe(true)
    const { body } = await put(bytes, 'image/jpeg')
    const { bytes: stored } = await fetched(body.data.logoUrl)
    const { format, width, height, exif: kept, orientation } = await sharp(stored).metadata()
    expect({ format, width, height, kept, orientation }).toEqual({ format: 'png', width: 171, height: 512 })
    expect(stored.includes('CANARY')).toBe(false)
    expect(body.data.logoUrl).toContain(createHash('sha256').update(stored).digest('hex'))
    const [row] = await tables.rows('select width, height from account_logo where account_id = $1', [
      account.id,
    ])
    expect(row).toEqual({ width: 171, height: 512 })
  })

  test('200 keeps transparency, does not enlarge a small picture and does not lose a very thin one', {
    tags: 'long',
  }, async () => {
    const clear = await put(await picture('png', 10, 10, '#ff000000'), 'image/png')
    const pixels = await sharp((await fetched(clear.body.data.logoUrl)).bytes)
      .raw()
      .toBuffer()
    expect([pixels.length, pixels[3]]).toEqual([400, 0])
    const thin = await put(await picture('png', 6000, 1), 'image/png')
    const { width, height } = await sharp((await fetched(thin.body.data.logoUrl)).bytes).metadata()
    expect([width, height]).toEqual([512, 1])
  })

  test('200 for a picture with a script in its comments, of which nothing is kept', async () => {
    const hidden = withChunk(await picture('png'), 'tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
    const { status, body } = await put(hidden, 'image/png')
    expect(status).toBe(200)
    expect((await fetched(body.data.logoUrl)).bytes.includes('script')).toBe(false)
  })

  test('the same picture again changes nothing; another replaces it, and the old address is 404', async () => {
    const one = await running.account()
    const { body: first } = await put(await picture('png'), 'image/png', one)
    await tables.expectUnchanged(async () => {
      expect((await put(await picture('png'), 'image/png', one)).body).toEqual(first)
    })
    const { body: second } = await put(await picture('png', 40, 20, '#0000ff'), 'image/png', one)
    expect(second.data.logoUrl).not.toBe(first.data.logoUrl)
    expect((await fetch(first.data.logoUrl)).status).toBe(404)
    expect((await fetch(second.data.logoUrl)).status).toBe(200)
    const digestOf = (url: string) => url.split('/').at(-1)?.replace('.png', '')
    expect(
      await tables.rows(
        `select action, target_type, target_id, changes from audit_entry
          where account_id = $1 and action like '%logo' order by seq`,
        [one.id],
      ),
    ).toEqual(
      [first, second].map(({ data }) => ({
        action: 'set_account_logo',
        target_type: 'account',
        target_id: one.id,
        changes: { digest: digestOf(data.logoUrl) },
      })),
    )
  })

  test('ten concurrent ones: one is stored, whole', { tags: 'long' }, async () => {
    const one = await running.account()
    const colors = Array.from({ length: 10 }, (_, index) => `#${String(index).repeat(6)}`)
    const answers = await Promise.all(
      colors.map(async (color) => put(await picture('png', 8, 8, color), 'image/png', one)),
    )
    expect(answers.map(({ status }) => status)).toEqual(colors.map(() => 200))
    const { body } = await one.call('GET', '/account')
    expect(answers.map((answer) => answer.body.data.logoUrl)).toContain(body.data.logoUrl)
    expect((await fetch(body.data.logoUrl)).status).toBe(200)
  })
})

describe('a refused picture changes nothing:', () => {
  const png = () => picture('png')
  const cut = async (format: 'png' | 'jpeg' | 'webp') => {
    const whole = await picture(format, 300, 200)
    return whole.subarray(0, Math.floor(whole.length * 0.7))
  }
  const behind = async (format: 'png' | 'jpeg' | 'webp', text: string) =>
    Buffer.concat([await picture(format), Buffer.from(text)])
  const garbled = async () => {
    const bytes = await noise(64, 64)
    return Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(500, 7), bytes.subarray(700)])
  }
  const film = (format: 'webp' | 'gif') =>
    sharp(Buffer.alloc(10 * 20 * 3, Buffer.from(Array.from({ length: 600 }, (_, at) => at % 251))), {
      raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
    })
      .toFormat(format)
      .toBuffer()
  const svg = async () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  test.each<[string, () => Promise<Buffer>, string, RegExp]>([
    ['an SVG that says it is a PNG', svg, 'image/png', /is not a PNG, JPEG or WebP/],
    ['a GIF that says it is a WebP', () => film('gif'), 'image/webp', /is not a PNG, JPEG or WebP/],
    ['a page', async () => Buffer.from('<!doctype html><p>'), 'image/jpeg', /is not a PNG, JPEG or WebP/],
    ['a PNG that says it is a JPEG', png, 'image/jpeg', /type image\/png, but contentType is image\/jpeg/],
    ['a JPEG that says it is a PNG', () => picture('jpeg'), 'image/png', /type image\/jpeg/],
    ['50,000 × 50,000 pixels', async () => bomb(50_000, 50_000), 'image/png', /50000 × 50000 pixels/],
    [
      'a side of two thousand million',
      async () => bomb(2 ** 31 - 1, 1),
      'image/png',
      /pixels|not a readable image/,
    ],
    ['no width at all', async () => bomb(0, 10), 'image/png', /not a readable image/],
    [
      'more pixels promised than there are',
      async () => bomb(4000, 4000),
      'image/png',
      /not a readable image/,
    ],
    ['a PNG that ends early', () => cut('png'), 'image/png', /ends before/],
    ['a JPEG that ends early', () => cut('jpeg'), 'image/jpeg', /ends before/],
    ['a WebP that ends early', () => cut('webp'), 'image/webp', /ends before/],
    ['a signature alone', async () => (await png()).subarray(0, 8), 'image/png', /ends before/],
    ['a PNG and a page', () => behind('png', '<script>1</script>'), 'image/png', /continues after the end/],
    ['a JPEG and an archive', () => behind('jpeg', 'PK\x03\x04'), 'image/jpeg', /continues after the end/],
    ['a WebP and a program', () => behind('webp', 'MZ\x90\x00'), 'image/webp', /continues after the end/],
    ['a film as WebP', () => film('webp'), 'image/webp', /is animated/],
    [
      'a film as PNG',
      async () => withChunk(await png(), 'acTL', Buffer.alloc(8)),
      'image/png',
      /is animated/,
    ],
    ['garbled pixels', garbled, 'image/png', /not a readable image/],
  ])('400 for %s', async (_, make, contentType, message) => {
    const bytes = await make()
    await tables.expectUnchanged(async () => {
      const [named, whole] = [await put(bytes, contentType), await putRaw(bytes, contentType)]
      for (const refused of [named, whole]) {
        expect(refused.status).toBe(400)
        expectEnvelope(refused, contentType)
        expect(refused.body.error.code).toBe('invalid_picture')
        expect(refused.body.error.message).toMatch(message)
      }
      expect(named.body.error).toMatchObject({ param: 'data', message: expect.stringMatching(/^data /) })
      // A raw picture has no field to name.
      expect(whole.body.error).not.toHaveProperty('param')
      expect(whole.body.error.message).toBe(named.body.error.message.replace(/^data /, 'The body '))
    })
  })

  test.each<[string, unknown, string]>([
    ['no data', { contentType: 'image/png' }, 'data'],
    ['no type', { data: 'AAAA' }, 'contentType'],
    ['an SVG by name', { contentType: 'image/svg+xml', data: 'AAAA' }, 'contentType'],
    ['empty data', { contentType: 'image/png', data: '' }, 'data'],
    ['data that is not base64', { contentType: 'image/png', data: '*** no ***' }, 'data'],
    ['base64 for addresses', { contentType: 'image/png', data: '-_-_' }, 'data'],
    ['base64 without its padding', { contentType: 'image/png', data: 'AAAAA' }, 'data'],
    ['an address of a picture', { contentType: 'image/png', data: 'data:image/png;base64,AAAA' }, 'data'],
    ['a field too many', { contentType: 'image/png', data: 'AAAA', url: 'http://x.test' }, 'url'],
    ['a megabyte of what is no base64', { contentType: 'image/png', data: '!'.repeat(1_000_000) }, 'data'],
  ])('400 for %s', async (_, body, param) => {
    await tables.expectUnchanged(async () => {
      const refused = await account.call('PUT', '/account/logo', body)
      expect(refused.status).toBe(400)
      expectEnvelope(refused, 'logo')
      expect(refused.body.error.param).toBe(param)
    })
  })

  test('400 for an empty body of any type', { tags: 'long' }, async () => {
    await tables.expectUnchanged(async () => {
      for (const type of ['image/png', 'image/jpeg', 'application/json', undefined]) {
        const refused = await putRaw(type === undefined ? undefined : Buffer.alloc(0), type)
        expect(refused.status, type).toBe(400)
        expectEnvelope(refused, String(type))
        if (type?.startsWith('image/')) {
          expect(refused.body.error.message).toBe('The body must not be empty.')
          expect(refused.body.error).not.toHaveProperty('param')
        }
      }
    })
  })

  test.each(['image/svg+xml', 'image/gif', 'text/plain', 'application/octet-stream', 'multipart/form-data'])(
    '415 for a body of %s, with the accepted types in the message',
    async (type) => {
      await tables.expectUnchanged(async () => {
        const refused = await putRaw(await png(), type)
        expect(refused.status).toBe(415)
        expectEnvelope(refused, type)
        expect(refused.body.error.message).toContain('image/png, image/jpeg, image/webp')
      })
    },
  )

  test('413 above 256 KiB and above 1 MiB; 200 for exactly 256 KiB', async () => {
    const bytes = await noise(200, 200)
    const exactly = (size: number) => withChunk(bytes, 'tEXt', Buffer.alloc(size - bytes.length - 12, 65))
    await tables.expectUnchanged(async () => {
      const tooLarge = exactly(256 * 1024 + 1)
      for (const refused of [await put(tooLarge, 'image/png'), await putRaw(tooLarge, 'image/png')]) {
        expect(refused.status).toBe(413)
        expectEnvelope(refused, '256 KiB')
        expect(refused.body.error.message).toContain('256 KiB')
      }
      expect((await putRaw(tooLarge, 'image/png')).body.error).not.toHaveProperty('param')
      const huge = await putRaw(Buffer.alloc(1024 * 1024 + 1, 1), 'image/png')
      expect(huge.status).toBe(413)
      expectEnvelope(huge, '1 MiB')
    })
    expect((await put(exactly(256 * 1024), 'image/png')).status).toBe(200)
  })

  test('403 without account:write, 403 for a paused account, 401 without a token', {
    tags: 'long',
  }, async () => {
    const bytes = await png()
    const token = await signIn(running.baseUrl, account, 'account:read profiles:write tags:manage')
    const paused = await running.account({ paused: true })
    await tables.expectUnchanged(async () => {
      for (const method of ['PUT', 'DELETE']) {
        const body =
          method === 'PUT' ? { contentType: 'image/png', data: bytes.toString('base64') } : undefined
        const refused = await callAs(running.baseUrl, token)(method, '/account/logo', body)
        expect([method, refused.status]).toEqual([method, 403])
        expect(refused.headers.get('www-authenticate')).toContain('scope="account:write"')
        expect((await paused.call(method, '/account/logo', body)).status).toBe(403)
        expect((await fetch(`${running.baseUrl}/account/logo`, { method })).status).toBe(401)
      }
    })
  })
})

describe('DELETE /account/logo', () => {
  test('200 removes it with the picture; 200 again changes nothing', async () => {
    const one = await running.account()
    const { body: set } = await put(await picture('webp'), 'image/webp', one)
    const { status, body } = await one.call('DELETE', '/account/logo')
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...set.data, logoUrl: null, updatedAt: expect.any(String) })
    expect(await tables.rows('select 1 from account_logo where account_id = $1', [one.id])).toEqual([])
    expect((await fetch(set.data.logoUrl)).status).toBe(404)
    await tables.expectUnchanged(async () => {
      expect((await one.call('DELETE', '/account/logo')).body).toEqual(body)
    })
    const entries = await tables.rows(
      `select action, changes from audit_entry where account_id = $1 and action like '%logo' order by seq`,
      [one.id],
    )
    const digest = set.data.logoUrl.split('/').at(-1).replace('.png', '')
    expect(entries).toEqual([
      { action: 'set_account_logo', changes: { digest } },
      { action: 'delete_account_logo', changes: { digest } },
    ])
  })

  test('400 for a field in the body, and nothing changes', { tags: 'long' }, async () => {
    await tables.expectUnchanged(async () => {
      expect((await account.call('DELETE', '/account/logo', { force: true })).status).toBe(400)
    })
  })
})

describe('the public address', () => {
  test('200 without a token: an inert PNG with a long cache lifetime', async () => {
    const { body } = await put(await picture('png', 30, 30), 'image/png')
    const { answer, bytes } = await fetched(body.data.logoUrl)
    expect(answer.status).toBe(200)
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${digest}"`,
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const head = await fetch(body.data.logoUrl, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    for (const tag of [`"${digest}"`, `W/"${digest}"`, `"x", "${digest}"`, '*']) {
      const known = await fetch(body.data.logoUrl, { headers: { 'if-none-match': tag } })
      expect([known.status, await known.text()], tag).toEqual([304, ''])
    }
    expect((await fetch(body.data.logoUrl, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('200 for a paused account: people in the middle of an assessment see it', {
    tags: 'long',
  }, async () => {
    const one = await running.account()
    const { body } = await put(await picture('png'), 'image/png', one)
    await tables.rows('update account set paused = true where id = $1', [one.id])
    expect((await fetch(body.data.logoUrl)).status).toBe(200)
  })

  test('404, byte for byte the same, for an unknown account, digest and form of address', {
    tags: 'long',
  }, async () => {
    const { body } = await put(await picture('png', 31, 31), 'image/png')
    const known = new URL(body.data.logoUrl)
    const [, , id, name = ''] = known.pathname.split('/')
    const other = await running.account()
    const seen = new Set<string>()
    for (const path of [
      `/logos/${newPublicId()}/${name}`,
      `/logos/${other.id}/${name}`,
      `/logos/${id}/${'0'.repeat(64)}.png`,
      `/logos/${id}/${name.replace('.png', '.jpg')}`,
      `/logos/${id}/${name.replace('.png', '')}`,
      `/logos/${id}/${name.toUpperCase()}`,
      `/logos/${id}/..%2f${name}`,
      `/logos/x/${name}`,
    ]) {
      const answer = await fetch(known.origin + path, { headers: { accept: 'application/json' } })
      const { error, ...rest } = (await answer.json()) as { error: Record<string, string> }
      const headers = [...answer.headers].filter(
        ([header]) => !/date|request-id|connection|keep/.test(header),
      )
      seen.add(JSON.stringify([answer.status, rest, error.message, error.code, headers]))
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toContain('404')
    expect([...seen][0]).toContain('no-store')
  })
})
