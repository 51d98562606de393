import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWorthRepeating } from '../clients/sdk/retry.ts'
import { roles } from '../src/contract/role.ts'
import { scopes, scopesOfRole } from '../src/contract/scope.ts'
import { documentedErrors } from '../src/http/rest/openapi/error-codes.ts'
import { scopeDescriptions } from '../src/http/rest/openapi/security.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map(cellsOf)

test('docs/api.md has each scope with its description and the roles that can grant it', () => {
  const expected = scopes.map((scope) => {
    const may = roles.filter((role) => scopesOfRole(role).includes(scope))
    return [
      `\`${scope}\``,
      scopeDescriptions[scope],
      may.length === roles.length ? 'all roles' : may.join(', '),
    ]
  })
  expect(rows.filter(([first]) => first?.startsWith('`'))).toEqual(expected)
})

test('docs/api.md says for each status whether to repeat a request, as the SDK does', () => {
  const listed = new Map(
    rows
      .filter(([first]) => /^\d{3}/.test(first ?? ''))
      .flatMap(([first = '', , again = '']) => first.split(', ').map((status) => [Number(status), again])),
  )
  const statuses = [...new Set(documentedErrors.map(({ status }) => status))]
  expect(statuses.filter((status) => !listed.has(status))).toEqual([])
  for (const [status, again] of listed) {
    expect(again.startsWith('yes'), String(status)).toBe(isWorthRepeating(status, undefined))
    expect(again.includes('yes'), String(status)).toBe(isWorthRepeating(status, 1))
  }
})
