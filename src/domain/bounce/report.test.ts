import { describe, expect, test } from 'vitest'
import { bounceAddress, createBounceToken, readBounceToken } from '../../identity/bounce-token.ts'
import { readReturnedMessage } from './report.ts'

const token = 'a'.repeat(40)

/** A notification as mail servers write it (RFC 3464 appendix E). */
function notification(fields: string, { type = 'report-type=delivery-status', encoding = '' } = {}): string {
  return [
    `To: bounces+${token}@timbre.example`,
    'From: MAILER-DAEMON@mx.example',
    `Content-Type: multipart/report; ${type};\r\n\tboundary="==b=="`,
    '',
    'A report follows.',
    '--==b==',
    'Content-Type: text/plain',
    '',
    'Status: 5.9.9 in words for people does not count.',
    '--==b==',
    'Content-Type: message/delivery-status',
    ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []),
    '',
    encoding === 'base64' ? Buffer.from(fields).toString('base64') : fields,
    '--==b==',
    'Content-Type: message/rfc822',
    '',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed\r\nStatus: 5.9.9',
    '--==b==--',
  ].join('\r\n')
}

const read = (text: string) => readReturnedMessage(Buffer.from(text, 'latin1'))
const reportOf = (fields: string, options?: Parameters<typeof notification>[1]) =>
  read(notification(`Reporting-MTA: dns; mx.example\r\n\r\n${fields}`, options)).report

describe('a delivery status notification', () => {
  test.each([
    ['Action: failed\r\nStatus: 5.1.1', { kind: 'hard', status: '5.1.1', blames: 'recipient' }],
    [
      'Status: 5.7.26 (policy)\r\nAction: Failed (of course)',
      { kind: 'hard', status: '5.7.26', blames: 'policy' },
    ],
    ['Action: failed\r\nStatus: 5.2.3', { kind: 'hard', status: '5.2.3', blames: 'content' }],
    ['Action: delayed\r\nStatus: 4.4.1', { kind: 'soft', status: '4.4.1', blames: 'policy' }],
    ['Action: failed\r\nStatus: 4.4.7', { kind: 'soft', status: '4.4.7', blames: 'policy' }],
    [
      'Action: failed\r\nDiagnostic-Code: smtp; 550 5.1.10 no such\r\n  mailbox',
      { kind: 'hard', status: '5.1.10', blames: 'recipient' },
    ],
    [
      'Action: failed\r\nDiagnostic-Code: smtp; 554 no',
      { kind: 'hard', status: '5.0.0', blames: 'recipient' },
    ],
  ])('%j is read', (fields, expected) => {
    expect(reportOf(fields)).toEqual(expected)
    expect(reportOf(fields, { encoding: 'base64' })).toEqual(expected)
    expect(read(notification(fields).replaceAll('\r\n', '\n')).report).toEqual(expected)
  })

  test.each([
    ['Action: delivered\r\nStatus: 2.0.0'],
    ['Action: failed\r\nStatus: 5.1.1\r\n\r\nFinal-Recipient: rfc822; b@x.example\r\nAction: delivered'],
    ['Action: delayed\r\nStatus: 5.1.1'],
    ['Status: 5.1.1'],
    ['Action: failed\r\nStatus: 9.1.1'],
    ['Action: failed\r\nStatus: five'],
    [''],
  ])('%j says nothing', (fields) => expect(reportOf(fields)).toBeUndefined())

  test.each([
    ['recipient', ['5.0.0', '5.1.1', '5.1.2', '5.1.10', '5.2.1', '5.2.2', '5.4.4']],
    ['policy', ['5.1.7', '5.1.8', '5.3.0', '5.3.2', '5.4.0', '5.4.6', '5.4.7', '5.5.2', '5.7.1', '5.7.26']],
    ['content', ['5.2.3', '5.3.4', '5.6.1']],
  ])('blames the %s for %j', (blamed, statuses) => {
    const found = statuses.map((status) => reportOf(`Action: failed\r\nStatus: ${status}`)?.blames)
    expect(found).toEqual(statuses.map(() => blamed))
  })

  test('is only one with the right type, and its second level and the returned email are not read', () => {
    const fields = 'Action: failed\r\nStatus: 5.1.1'
    expect(read(notification(fields).replace('multipart/report', 'multipart/mixed')).report).toBeUndefined()
    const inner = notification(fields).replaceAll('==b==', 'inner')
    expect(read(notification('').replace('A report follows.', `--==b==\r\n${inner}`)).report).toBeUndefined()
  })
})

describe('hostile input', () => {
  test.each([
    ['nothing', ''],
    ['a header without an end', 'Content-Type: multipart/report; boundary=x'.repeat(20_000)],
    [
      'a boundary that is everywhere',
      `Content-Type: multipart/report; boundary=x\r\n\r\n${'--x\r\n'.repeat(60_000)}`,
    ],
    ['folded lines', `Content-Type: multipart/report;${'\r\n ;boundary'.repeat(30_000)}`],
    ['blanks', `Content-Type: multipart/report; ${' '.repeat(250_000)}boundary`],
    ['nested parts', 'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n'.repeat(5_000)],
    ['groups', notification('Action: failed\r\n \r\n'.repeat(20_000))],
    ['no text', Buffer.alloc(400_000, 0xff).toString('latin1')],
    ['many addresses', `To: ${`+${token}@`.repeat(6_000)}\r\n\r\n`],
  ])('%s is ignored at once', (_name, text) => {
    const start = performance.now()
    const { report, tokens } = read(text)
    expect(report).toBeUndefined()
    expect(tokens.length).toBeLessThanOrEqual(5)
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('a report behind the first 256 KB is not read', () => {
    expect(
      read(notification('Action: failed\r\nStatus: 5.1.1').replace('A report', 'A'.repeat(300_000))).report,
    ).toBe(undefined)
  })
})

test('a token names one message, and no other key and no change of it does', () => {
  const [key, id] = [Buffer.alloc(32, 1), '6920318e4b1a0c7d2e8f5a63']
  const made = createBounceToken(key, id)
  expect(made).toMatch(/^[a-z2-7]{40}$/)
  expect(bounceAddress('bounces@timbre.example', made)).toBe(`bounces+${made}@timbre.example`)
  expect(bounceAddress('bounces@timbre.example', made).indexOf('@')).toBeLessThanOrEqual(64)
  expect(readBounceToken(key, made)).toBe(id)
  expect(readBounceToken(key, made.toUpperCase())).toBe(id)
  expect(readBounceToken(Buffer.alloc(32, 2), made)).toBeUndefined()
  for (let at = 0; at < made.length; at += 1) {
    const other = made[at] === 'a' ? 'b' : 'a'
    expect(readBounceToken(key, made.slice(0, at) + other + made.slice(at + 1))).toBeUndefined()
  }
  for (const text of ['', 'a', `${made}a`, made.replace(/.$/, '0')])
    expect(readBounceToken(key, text)).toBeUndefined()
})
