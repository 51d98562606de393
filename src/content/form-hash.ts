import { createHash } from 'node:crypto'
import type { Family } from '../scoring/results.ts'
import { coreDesign, discForm, focusForm, textKeys } from './forms.ts'

/**
 * SHA-256, in hex, of a form: its structure file as canonical JSON, with the keys of its texts. The norm and the
 * translations are not part of it: a result names its norm, and the same form is the same instrument in every language.
 * Every stored result carries this hash.
 */
export function formHash(assessment: Family): string {
  return hashes[assessment]
}

const hashes: Readonly<Record<Family, string>> = {
  disc: hashOf(discForm, textKeys.disc),
  focus: hashOf(focusForm, textKeys.focus),
  core: hashOf(coreDesign, textKeys.core),
}

function hashOf(structure: unknown, keys: readonly string[]): string {
  return sha256(canonicalJson({ structure, keys }))
}

/** SHA-256 in hex, of text as UTF-8 or of raw bytes. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/**
 * JSON with object keys in code unit order and without white space, so that equal values give equal bytes. Covers the
 * part of RFC 8785 that our content needs: strings, finite numbers, arrays, objects.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
