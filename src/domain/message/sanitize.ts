/**
 * Makes a typed name safe for a message to someone else. Senders choose the names in an email, so a name must not be a
 * way to send strangers a link or a text: removes control and direction marks and everything that mail programs turn
 * into a link, and cuts after `limit` characters. Does not escape HTML; the email layout does.
 */
export function sanitizeName(name: string, limit: number): string {
  const plain = withoutLinks(oneLine(name.slice(0, limit * 10)))
  const characters = Array.from(plain)
  if (characters.length <= limit) return plain
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`
}

/**
 * One line of visible text: no line breaks, control characters, direction marks or zero-width characters, except the
 * joiners between letters in Persian and Indic names.
 */
export function oneLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zl}\p{Zp}\p{Cc}]/gu, ' ')
    .replace(/(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu, '')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/**
 * Mail programs turn `http://a.b`, `www.a.b`, `a.b/c` and `me@a.b` into links, but not without the scheme and with a
 * space after a dot inside a word. An initial such as `J.R.` stays readable.
 */
function withoutLinks(text: string): string {
  return text
    .replace(/[\p{L}\p{N}+.-]*:[/\\]{2,}/gu, '')
    .replace(/\b(?:mailto|tel|sms|javascript|data):/giu, '')
    .replace(/@/gu, ' @ ')
    .replace(/([.\u3002\uff0e\uff61])(?=[^\s.])/gu, '$1 ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Keeps plain addresses; sanitizes those that a mail program could take for a web address. */
export function sanitizeAddress(email: string): string {
  return /^(?!www\.)[a-z0-9._+-]+@[a-z0-9.-]+$/.test(email) ? email : sanitizeName(email, 254)
}
