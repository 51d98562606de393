import { createHash, createPublicKey, verify } from 'node:crypto'

export type DkimResult = { valid: boolean; domain: string; selector: string; signed: string[] }

/**
 * Verifies the signature of an email (RFC 6376 section 6.1) for relaxed canonicalization and RSA with SHA-256, with the key
 * that a TXT record has. Written from the RFC, without the library that signs.
 */
export function verifyDkim(raw: string, lookUp: (name: string) => string | undefined): DkimResult {
  const end = raw.indexOf('\r\n\r\n')
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const body = raw.slice(end + 4)
  const field = fields.find((one) => /^dkim-signature:/i.test(one))
  if (!field) return { valid: false, domain: '', selector: '', signed: [] }
  const tags = tagsOf(field.slice(field.indexOf(':') + 1))
  const { d: domain = '', s: selector = '', h = '', b = '', bh = '' } = tags
  const signed = h
    .toLowerCase()
    .split(':')
    .map((name) => name.trim())
  const isKnown =
    tags.v === '1' && tags.a === 'rsa-sha256' && tags.c === 'relaxed/relaxed' && signed.includes('from')
  const left = [...fields]
  const lines = signed.flatMap((name) => {
    const at = left.findLastIndex((one) => one.slice(0, one.indexOf(':')).trim().toLowerCase() === name)
    return at < 0 ? [] : left.splice(at, 1).map(relaxHeader)
  })
  const own = relaxHeader(field).replace(/((?:^|;|:)\s*b=)[^;]*/, '$1')
  const bodyHash = createHash('sha256').update(relaxBody(body)).digest('base64')
  const record = tagsOf(lookUp(`${selector}._domainkey.${domain}`) ?? '')
  if (!isKnown || !record.p || bodyHash !== bh) return { valid: false, domain, selector, signed }
  const key = createPublicKey({ key: Buffer.from(record.p, 'base64'), format: 'der', type: 'spki' })
  const data = Buffer.from([...lines, own].join('\r\n'), 'latin1')
  return { valid: verify('RSA-SHA256', data, key, Buffer.from(b, 'base64')), domain, selector, signed }
}

function tagsOf(list: string): Record<string, string> {
  return Object.fromEntries(
    list
      .split(';')
      .filter((tag) => tag.includes('='))
      .map((tag) => {
        const at = tag.indexOf('=')
        return [tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s+/g, '')]
      }),
  )
}

/** Section 3.4.2. */
function relaxHeader(field: string): string {
  const at = field.indexOf(':')
  const value = field
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${field.slice(0, at).trim().toLowerCase()}:${value}`
}

/** Section 3.4.4. */
function relaxBody(body: string): Buffer {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return Buffer.from(lines.length > 0 ? `${lines.join('\r\n')}\r\n` : '', 'latin1')
}
