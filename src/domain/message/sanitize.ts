/**
 * A name that somebody typed, as it may stand in a message to somebody else.
 *
 * Whoever invites chooses the names in the letter, so a name must not become a means to send strangers a link
 * or a text of one's own: it loses control and direction marks, holds nothing that mail programs turn into a
 * link, and ends after `limit` characters. It is not escaped for HTML; the letter does that.
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
 * One line of visible text: no line breaks, control characters, direction marks or zero-width characters,
 * except the joiners between letters that Persian and Indic names are spelled with.
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
 * Mail programs turn `http://a.b`, `www.a.b`, `a.b/c` and `me@a.b` into links. Without the scheme, and with a
 * space after a dot inside a word, none of them does, and an initial such as `J.R.` stays readable.
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

/** A plain address stays as it is; one that a mail program could take for the address of a page does not. */
export function sanitizeAddress(email: string): string {
  return /^(?!www\.)[a-z0-9._+-]+@[a-z0-9.-]+$/.test(email) ? email : sanitizeName(email, 254)
}
