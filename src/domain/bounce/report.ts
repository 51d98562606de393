import { blamedBy } from '../outbox/failure-class.ts'

/** What a report of a mail server says of one email. */
export type BounceReport = {
  /** `hard`: it will never be delivered there. `soft`: it is delayed, or was given up for reasons that may pass. */
  kind: 'hard' | 'soft'
  /** The status of RFC 3463, such as `5.1.1`. */
  status: string
  /** What it is about, as for refusals at once. */
  blames: 'recipient' | 'content' | 'policy'
}

/** A message that came to the address for reports: the tokens in its addresses, and the report if it is one. */
export type ReturnedMessage = { tokens: string[]; report: BounceReport | undefined }

/** Reports put what matters first, and the email that they return last. */
export const readBytes = 256 * 1024
const [mostHeaderLines, mostParts, mostGroups, mostTokens] = [500, 8, 20, 5]

/**
 * Reads a delivery status notification (RFC 3464, in a multipart/report of RFC 6522). Reads no further than 256 KB, the
 * first level of parts and the first groups of fields, and decodes nothing but the part with the status, which can't
 * become longer by that: strangers can send anything here.
 */
export function readReturnedMessage(raw: Uint8Array, recipient?: string): ReturnedMessage {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, readBytes)).toString('latin1')
  const { headers, body } = splitHeaders(text)
  const addresses = [recipient ?? '', ...recipientHeaders.flatMap((name) => headers.get(name) ?? [])]
  const tokens = addresses.flatMap((one) =>
    [...one.slice(0, 4_000).matchAll(tokenPattern)].map(([, token = '']) => token),
  )
  return { tokens: [...new Set(tokens)].slice(0, mostTokens), report: readReport(headers, body) }
}

const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']
const tokenPattern = /\+([a-z2-7]{40})@/gi

type Headers = ReadonlyMap<string, string[]>

/** Fields of a header by name in lower case, unfolded (RFC 5322 section 2.2.3). */
function splitHeaders(text: string): { headers: Headers; body: string } {
  const end = /\r?\n\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  const headers = new Map<string, string[]>()
  let last: string[] | undefined
  for (const line of head.split('\n', mostHeaderLines)) {
    const field = line.replace(/\r$/, '')
    if (/^[ \t]/.test(field) && last) last.push(`${last.pop()} ${field.trim()}`)
    else {
      const colon = field.indexOf(':')
      if (colon < 1) continue
      const name = field.slice(0, colon).trim().toLowerCase()
      last = headers.get(name) ?? []
      last.push(field.slice(colon + 1).trim())
      headers.set(name, last)
    }
  }
  return { headers, body: end ? text.slice(end.index + end[0].length) : '' }
}

function readReport(headers: Headers, body: string): BounceReport | undefined {
  const type = headers.get('content-type')?.[0] ?? ''
  if (!/^multipart\/report\s*;/i.test(type)) return undefined
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type)
  const status = partsOf(body, boundary?.[1] ?? boundary?.[2] ?? '').find(isStatus)
  return status && judge(groupsOf(decodePart(status)))
}

type Part = { headers: Headers; body: string }

function partsOf(body: string, boundary: string): Part[] {
  if (boundary === '') return []
  const parts: Part[] = []
  const delimiter = `\n--${boundary}`
  const whole = `\n${body}`
  for (let from = whole.indexOf(delimiter); from >= 0 && parts.length < mostParts; ) {
    const start = whole.indexOf('\n', from + delimiter.length)
    const next = start < 0 ? -1 : whole.indexOf(delimiter, start)
    if (start < 0) break
    parts.push(splitHeaders(whole.slice(start + 1, next < 0 ? undefined : next + 1)))
    from = next
  }
  return parts
}

function isStatus({ headers }: Part): boolean {
  return /^message\/(global-)?delivery-status\b/i.test(headers.get('content-type')?.[0] ?? '')
}

/** Should be plain (RFC 3464 section 2.1.1); some servers encode it all the same. */
function decodePart({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.[0]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1')
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The groups of fields for each recipient: each has an action. */
function groupsOf(text: string): Headers[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/, mostGroups)
    .map((group) => splitHeaders(`${group.trim()}\n\n`).headers)
    .filter((headers) => headers.has('action'))
}

/** An email goes to one address. If that leads on to several, one that got it is enough. */
function judge(groups: readonly Headers[]): BounceReport | undefined {
  const found = groups.map((group) => ({ action: actionOf(group), status: statusOf(group) }))
  if (found.some(({ action }) => ['delivered', 'relayed', 'expanded'].includes(action))) return undefined
  const hard = found.find(({ action, status }) => action === 'failed' && status?.startsWith('5.'))
  if (hard?.status) return { kind: 'hard', status: hard.status, blames: blamedBy(hard.status) }
  const soft = found.find(
    ({ action, status }) => /^(failed|delayed)$/.test(action) && status?.startsWith('4.'),
  )
  return soft?.status ? { kind: 'soft', status: soft.status, blames: blamedBy(soft.status) } : undefined
}

function actionOf(group: Headers): string {
  return group.get('action')?.[0]?.toLowerCase().split(/[\s(]/, 1)[0] ?? ''
}

/** The field is required (RFC 3464 section 2.3.4). Where it is missing, the words of the server may have one. */
function statusOf(group: Headers): string | undefined {
  const field = statusPattern.exec(group.get('status')?.[0] ?? '')
  if (field) return field[0]
  const [diagnosis = ''] = group.get('diagnostic-code') ?? []
  const [, code, status] = /^smtp;\s*(\d)\d\d[ -](?:\s*([245]\.\d{1,3}\.\d{1,3})\b)?/i.exec(diagnosis) ?? []
  return status ?? (code && `${code}.0.0`)
}

const statusPattern = /^[245]\.\d{1,3}\.\d{1,3}(?!\d)/
