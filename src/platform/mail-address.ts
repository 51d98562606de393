/**
 * Whether a text is a single plain email address that can be used in an SMTP command as it is: no display name, list,
 * quoting, address literal or invisible characters. Lengths are those of RFC 5321, section 4.5.3.1. Letters of any
 * script are allowed (RFC 6531).
 */
export function isMailbox(text: string): boolean {
  if (text.length > 254 || unseen.test(text)) return false
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || Buffer.byteLength(local) > 64 || Buffer.byteLength(domain) > 253) return false
  return dotAtom.test(local) && hostName.test(domain)
}

/** Parses MAIL_FROM, with or without a display name. Throws if it is invalid. */
export function parseSender(text: string): { name: string; address: string } {
  const match = /^([^<>]*)<([^<>]+)>$/.exec(text.trim())
  const name = match ? headerText(match[1]?.trim().replace(/^"(.*)"$/, '$1') ?? '', 80) : 'Timbre'
  const address = (match?.[2] ?? text).trim()
  if (!isMailbox(address)) throw new Error('MAIL_FROM must be an address, such as no-reply@example.org')
  return { name, address }
}

/** Text for a header: one line without control, bidirectional or invisible characters, cut after `limit`. */
export function headerText(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(unseenEverywhere, '')
    .trim()
  return Array.from(line).slice(0, limit).join('')
}

/** The dot-atom of RFC 5322 (section 3.2.3), with letters and digits of any script. */
const dotAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const hostName =
  /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]/u
const unseenEverywhere = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu
