import type { Random } from '../../src/scoring/random.ts'
import { pickAny } from './values.ts'

/** Values of every type that often break careless code. */
const values: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    -0,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    2 ** 31,
    [],
    {},
    [[]],
    [null],
    [{}],
    ['x'],
  ],
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\u202eevil', '\r\nX-Evil: 1', '\t'],
  ...[
    "' or 1=1 --",
    "'; drop table profile; --",
    '"',
    '\\',
    '%',
    '_',
    '%25',
    '$1',
    '$' + '{7*7}',
    '{{7*7}}',
    '`id`',
  ],
  ...[
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '../../etc/passwd',
    'file:///etc/passwd',
    'https://evil.test',
  ],
  ...[
    'true',
    'null',
    'undefined',
    'NaN',
    '-1',
    '1e309',
    '00000000000000000000000',
    '__proto__',
    'constructor',
  ],
  ...[
    '0123456789ABCDEF01234567',
    '0123456789abcdef0123456',
    '2026-02-30',
    '9999-99-99T99:99:99Z',
    'a@b@c',
    'a@[127.0.0.1]',
  ],
  ...[
    '+0',
    '+49 151',
    '＋４９１５１',
    '\u0660\u0661',
    'İ'.repeat(70),
    'a'.repeat(70_000),
    '😀'.repeat(3_000),
  ],
  ...[
    { $gt: '' },
    { toString: 'x' },
    { length: 5 },
    Array.from({ length: 2_000 }, (_, index) => index),
    deep(400),
  ],
]

function deep(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** A copy of a JSON value with one hostile place. */
export function spoiled(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return pickAny(values, random)
  if (Array.isArray(value)) {
    if (value.length === 0) return [pickAny(values, random)]
    const at = Math.floor(random() * value.length)
    return value.map((inner, index) => (index === at ? spoiled(inner, random) : inner))
  }
  const fields = Object.entries(value)
  const way = random()
  if (fields.length === 0 || way < 0.15)
    return { ...value, [pickAny(strangeNames, random)]: pickAny(values, random) }
  const at = Math.floor(random() * fields.length)
  if (way < 0.25) return Object.fromEntries(fields.filter((_, index) => index !== at))
  return Object.fromEntries(
    fields.map(([name, inner], index) => {
      if (index !== at) return [name, inner]
      return way < 0.3 ? [name.toUpperCase(), inner] : [name, spoiled(inner, random)]
    }),
  )
}

const strangeNames = [
  'id',
  'accountId',
  'account_id',
  'role',
  'billing',
  'isCompleted',
  'disc',
  'toString',
  'x'.repeat(500),
  '',
  '\u0000',
]

/** A text for a path or a query, as sent on the wire. */
export function hostileText(random: Random): string {
  const value = pickAny(values, random)
  const text = typeof value === 'string' ? value.slice(0, 400) : JSON.stringify(value).slice(0, 300)
  return random() < 0.8 ? encodeURIComponent(text.toWellFormed()) : pickAny(rawTexts, random)
}

/** Percent-encodings that are invalid or ambiguous. */
const rawTexts = [
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '..%2f..%2f',
  '%2e%2e',
  '%ff%fe',
  '%ud800',
  ';x=1',
  '*',
  '~',
  '1e309',
  '%F0%9F',
]

export type HostileBody = { bytes: Buffer; contentType: string }

/** A body that is not a JSON object in plain UTF-8, or does not declare it; all must be refused. */
export function brokenBody(json: string, random: Random): HostileBody {
  const type = 'application/json'
  const bodies: (() => HostileBody)[] = [
    () => ({ bytes: Buffer.from(json.slice(0, -1)), contentType: type }),
    () => ({ bytes: Buffer.from(`\ufeff${json}`), contentType: type }),
    () => ({
      bytes: Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0xfe]), Buffer.from('}')]),
      contentType: type,
    }),
    () => ({ bytes: Buffer.from(json, 'utf16le'), contentType: type }),
    () => ({ bytes: Buffer.from(`[${json}]`), contentType: type }),
    () => ({
      bytes: Buffer.from(pickAny(['1', '"x"', 'null', 'true', '[]', 'NaN', "{'a':1}"], random)),
      contentType: type,
    }),
    () => ({
      bytes: Buffer.from(`${json.slice(0, -1)}${json === '{}' ? '' : ','}"__proto__":{"isAdmin":true}}`),
      contentType: type,
    }),
    () => ({
      bytes: Buffer.from(`${json.slice(0, -1)}${json === '{}' ? '' : ','}"zz":1,"zz":2}`),
      contentType: type,
    }),
    () => ({ bytes: Buffer.from('['.repeat(50_000)), contentType: type }),
    () => ({ bytes: Buffer.from(json), contentType: pickAny(strangeTypes, random) }),
  ]
  return pickAny(bodies, random)()
}

const strangeTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-7',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'json',
]

/** Headers that must have no effect, whatever their value. */
export function strangeHeaders(random: Random): Record<string, string> {
  return pickAny<Record<string, string>>(
    [
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-host': 'evil.test', host: 'evil.test' },
      { 'x-original-url': '/api/v4/account' },
      { 'x-account-id': '0123456789abcdef01234567' },
      { 'x-request-id': 'a b\tc' },
      { 'x-request-id': "'; drop table profile; --" },
      { accept: 'text/html;q=0.5, application/json;q=0.1' },
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { cookie: 'session=1; tmb_take_=x' },
    ],
    random,
  )
}
