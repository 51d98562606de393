import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCodes } from '../src/http/rest/openapi/error-codes.ts'
import type { ErrorCode } from '../src/http/rest/openapi/input-error-codes.ts'
import { openapiDocument } from './support/openapi-checks.ts'

const root = join(import.meta.dirname, '../src')
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.includes('openapi/'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

/** Codes that are put together, and what can become of them. */
const composed: Readonly<Record<string, readonly string[]>> = {
  'billing_${account.billingStatus}': ['billing_canceled', 'billing_unpaid'],
  '${resourceType}_not_found': ['profile_not_found', 'tag_not_found'],
}

/**
 * What only people behind a link, on pages, or regions among themselves can meet, standard codes in whose place another one always stands, and the word of a
 * check that has a message of its own.
 */
const elsewhere = new Set([
  ...['forbidden', 'attempt_changed', 'agreement_changed', 'billing_refused', 'unauthenticated', 'custom'],
  // Members act on pages only.
  ...['accepted_already', 'invitation_over', 'last_owner', 'member_already', 'too_many_invitations'],
  ...['role_missing', 'form_unproven', 'made_already', 'rotated_already', 'name_differs', 'too_many_clients'],
  'sign_in_too_old',
  'passkey_required',
  // The page of a share link.
  'start_limit',
  // Between regions.
  'other_version',
])

const listed = Object.values(errorCodes).flatMap((codes) => Object.keys(codes))

test('every code of a failure in the source stands in the list of the document', () => {
  const written = [...source.matchAll(/\bcode:\s*'([a-z][a-z0-9_]*)'/g)].map((match) => match[1] as string)
  const templates = [...source.matchAll(/\bcode:\s*`([^`]*\$\{[^`]+)`/g)].map((match) => match[1] as string)
  expect([...new Set(templates)].toSorted()).toEqual(Object.keys(composed).toSorted())
  const table = /const defaultCodes[^{]*\{([^}]*)\}/.exec(source)?.[1] ?? ''
  const standard = [...table.matchAll(/'(\w+)'/g)].map((match) => match[1] as string)
  expect(standard.length).toBeGreaterThan(10)
  const found = new Set([...written, ...standard, ...templates.flatMap((one) => composed[one] ?? [])])
  const unlisted = [...found].filter((code) => !elsewhere.has(code) && !listed.includes(code))
  expect(unlisted, 'put it into src/http/rest/openapi/error-codes.ts').toEqual([])
})

test('no code is listed that the source does not know', () => {
  const known = new Set([...source.matchAll(/'([a-z0-9_]+)'/g)].map((match) => match[1]))
  for (const code of Object.values(composed).flat()) known.add(code)
  expect(listed.filter((code) => !known.has(code))).toEqual([])
})

test('the guide has every code, and a shared refusal shows it', () => {
  const document = openapiDocument()
  const guide = String(document.info.description)
  const shown = JSON.stringify(document.components.responses)
  for (const [status, codes] of Object.entries(errorCodes)) {
    for (const [code, { when }] of Object.entries<ErrorCode>(codes)) {
      expect(guide).toContain(`| ${status} | \`${code}\` | ${when} |`)
      expect(shown).toContain(`"code":"${code}"`)
    }
  }
})
