import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCodes } from '../src/contract/errors.ts'
import { documentedErrors } from '../src/http/rest/openapi/error-codes.ts'
import { openapiDocument } from './support/openapi-checks.ts'

const root = join(import.meta.dirname, '../src')
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      name.endsWith('.ts') && !name.endsWith('.test.ts') && !/^contract\/(input-)?errors\.ts$/.test(name),
  )
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

/** Codes that the source composes from the account's state. */
const composed = ['billing_canceled', 'billing_unpaid', 'sandbox_only']

test('every code of the registry is used', () => {
  const unused = errorCodes.filter((code) => !source.includes(`'${code}'`) && !composed.includes(code))
  expect(unused, 'remove it from src/contract/errors.ts').toEqual([])
})

test('codes are words for programs', () => {
  for (const code of errorCodes) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/)
})

test('every documented code has an example sentence', () => {
  for (const { code, example } of documentedErrors) expect(example.message, code).not.toBe('')
})

test('the guide has every documented code, and a shared response shows it', () => {
  const document = openapiDocument()
  const guide = String(document.info.description)
  const shown = JSON.stringify(document.components.responses)
  for (const { status, code, when } of documentedErrors) {
    expect(guide).toContain(`| ${status} | \`${code}\` | ${when} |`)
    expect(shown).toContain(`"code":"${code}"`)
  }
})
