import { createHash } from 'node:crypto'
import type { Family } from '../scoring/results.ts'
import {
  coreDesign,
  type DiscForm,
  discFormNamed,
  discTextKeys,
  focusFormNamed,
  focusTextKeys,
  formId,
  formIds,
  textKeys,
} from './forms.ts'

/**
 * SHA-256, in hex, of a form, the current one unless another is named: its structure file as canonical JSON, with the
 * keys of its texts. The norm and the translations are not part of it: a result names its norm, and the same form is the
 * same instrument in every language. Every stored result carries this hash. Throws a RangeError for an unknown form.
 */
export function formHash(assessment: Family, form = formId(assessment)): string {
  const hash = hashes.get(form)
  if (!hash || !formIds(assessment).includes(form))
    throw new RangeError(`There is no form ${form} of ${assessment}.`)
  return hash
}

const hashes: ReadonlyMap<string, string> = new Map([
  ...formIds('disc').map((id): [string, string] => [id, hashOfDisc(discFormNamed(id))]),
  ...formIds('focus').map((id): [string, string] => {
    const form = focusFormNamed(id)
    return [id, hashOf(form, focusTextKeys(form))]
  }),
  [coreDesign.id, hashOf(coreDesign, textKeys.core)],
])

function hashOfDisc(form: DiscForm): string {
  return hashOf(form, discTextKeys(form))
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
