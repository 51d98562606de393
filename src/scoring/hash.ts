/**
 * FNV-1a, 32 bits, over the characters of an ASCII text (profile ids are hex digits). It breaks ties and seeds draws;
 * it protects nothing. `before` is the hash of what comes before the text, if that was hashed already. Source: G. Fowler, L. C. Noll, K.-P. Vo, RFC 9923.
 */
export function fnv1a(text: string, before: number = offsetBasis): number {
  let hash = before
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

const offsetBasis = 0x811c9dc5
