import { describe, expect, test } from 'vitest'
import { newAccountSecret, newSecret } from '../identity/secret.ts'
import { createLog } from './log.ts'

/** The output of one call, as text and as the fields of the line. */
function written(write: (log: ReturnType<typeof createLog>) => void, level = 'info') {
  const lines: string[] = []
  write(createLog(level, { write: (line: string) => lines.push(line) }))
  const text = lines.join('')
  return { text, lines, fields: text ? JSON.parse(lines[0] ?? '{}') : undefined }
}

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl_-'

describe('a log line', () => {
  test('is one line of JSON with a named level and a time', () => {
    const { lines, fields } = written((log) => log.info({ status: 200 }, 'request'))
    expect(lines).toHaveLength(1)
    expect(lines[0]?.endsWith('}\n')).toBe(true)
    expect(fields).toEqual({
      level: 'info',
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      status: 200,
      msg: 'request',
    })
  })

  test('is not written below its level', () => {
    expect(written((log) => log.debug({}, 'detail')).lines).toEqual([])
  })

  test('stays one line whatever a text contains', () => {
    const { lines } = written((log) => log.info({ note: 'a\nb"}\u2028' }, 'c\nd'))
    expect(lines.join('').split('\n')).toHaveLength(2)
  })
})

describe('redaction', () => {
  test.each([
    ['tmb_secret_', newSecret('tmb_secret_')],
    ['tmb_link_', newAccountSecret('tmb_link_', 'a'.repeat(24))],
    ['tmb_share_', newAccountSecret('tmb_share_', 'a'.repeat(24))],
    ['tmb_take_', newAccountSecret('tmb_take_', 'a'.repeat(24))],
    ['tmb_login_', newSecret('tmb_login_')],
    ['tmb_code_', 'tmb_code_0123456789'],
    ['tmb_rt_', 'tmb_rt_0123456789'],
    ['tmb_reg_', newSecret('tmb_reg_')],
  ])('keeps only the prefix of a %s, in a message, a field and a stack', (prefix, secret) => {
    const error = new Error(`what of ${secret}?`, { cause: new Error(`because of ${secret}`) })
    const { text, fields } = written((log) =>
      log.error({ err: error, note: `at /t/us.${secret}` }, `for ${secret}.`),
    )
    expect(text).not.toContain(secret.slice(prefix.length))
    expect(fields.msg).toBe(`for ${prefix}[redacted].`)
    expect(fields.note).toBe(`at /t/us.${prefix}[redacted]`)
    expect(fields.err.stack).toContain(`${prefix}[redacted]?`)
    expect(fields.err.cause.message).toBe(`because of ${prefix}[redacted]`)
  })

  test.each([
    ['a token', `Bearer ${token}`, 'Bearer [redacted]'],
    ['a token without its signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', '[redacted]'],
    ['a mail address', 'to Ada.Lovelace+x@mail.example.com now', 'to [redacted] now'],
    [
      'a password in an address',
      'postgres://timbre:pa55@localhost:5432/x',
      'postgres://[redacted]@localhost:5432/x',
    ],
    ['a password before a domain', 'smtp://me:pa55@mail.example.com', 'smtp://[redacted]@mail.example.com'],
  ])('removes %s from any text', (_, text, shown) => {
    expect(written((log) => log.info({ note: text }, text)).fields).toMatchObject({
      note: shown,
      msg: shown,
    })
  })

  test.each([
    ['tmb_secret_Abc123', 'tmb_secret_'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', ''],
    ['ada@example.com', ''],
  ])('removes %s in upper and in lower case, at either end of a long text', (secret, prefix) => {
    const filler = 'a line without secrets, tmb and ey j. '.repeat(50)
    for (const one of [secret.toUpperCase(), secret.toLowerCase()])
      for (const text of [`${one} ${filler}`, `${filler} ${one}`]) {
        const hidden = one.slice(prefix.length)
        expect(written((log) => log.info({ note: text }, 'x')).text).not.toContain(hidden)
        expect(written((log) => log.info({}, text)).text).not.toContain(hidden)
      }
  })

  test.each(['email', 'phone', 'firstName', 'lastName', 'name', 'to', 'link', 'password', 'token', 'cookie'])(
    'redacts the field %s at any depth',
    (field) => {
      const inner = { [field]: 'Ada', kept: 1 }
      const { fields, text } = written((log) =>
        log.info({ ...inner, a: { ...inner, b: [{ c: inner }] } }, 'x'),
      )
      expect(text).not.toContain('Ada')
      const blank = { [field]: '[redacted]', kept: 1 }
      expect(fields).toMatchObject({ ...blank, a: { ...blank, b: [{ c: blank }] } })
    },
  )

  test('keeps fields that identify no one', () => {
    const fields = {
      route: '/t/:link',
      clientId: 'm2m_us_abc',
      accountId: 'a'.repeat(24),
      ms: 1.5,
      none: null,
    }
    expect(written((log) => log.info(fields, 'request')).fields).toMatchObject(fields)
  })

  test("does not change the caller's object", () => {
    const fields = { email: 'ada@example.com', inner: { name: 'Ada' } }
    written((log) => log.info(fields, 'x'))
    expect(fields).toEqual({ email: 'ada@example.com', inner: { name: 'Ada' } })
  })
})

describe('an error in a log line', () => {
  test('has its type, message, code, stack and causes', () => {
    const error = Object.assign(new TypeError('wrong', { cause: new Error('deeper') }), {
      code: 'E1',
      detail: 'Ada',
    })
    const { fields, text } = written((log) => log.error({ err: error }, 'failed'))
    expect(fields.err).toMatchObject({
      type: 'TypeError',
      message: 'wrong',
      code: 'E1',
      cause: { message: 'deeper' },
    })
    expect(fields.err.stack).toContain('log.test.ts')
    expect(text).not.toContain('Ada')
  })

  test('need not be an Error', () => {
    expect(written((log) => log.error({ err: 'text' }, 'x')).fields.err).toEqual({ message: 'text' })
    expect(written((log) => log.error({ err: null }, 'x')).fields.err).toEqual({ message: 'null' })
  })
})
