import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalog, linkOperations, memberOperations } from '../src/catalog.ts'

const domain = join(import.meta.dirname, '../src/domain')
const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

function isOperation(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'effect' in value && 'run' in value && 'name' in value
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

test('every operation is a constant with its name in camelCase; the MCP form of a REST operation ends in Mcp', async () => {
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(domain, file))))
  const operations = modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, { name: string }] => isOperation(entry[1]))
  const constants = new Set(operations.map(([constant]) => constant))
  const misnamed = operations.filter(([constant, { name }]) => {
    const expected = camelCase(name)
    return constant !== expected && !(constant === `${expected}Mcp` && constants.has(expected))
  })
  expect(misnamed.map(([constant, { name }]) => `${constant} is ${name}`)).toEqual([])
  const listed = new Set<object>([
    ...catalog,
    ...Object.values(linkOperations),
    ...Object.values(memberOperations),
  ])
  expect(operations.filter(([, operation]) => !listed.has(operation)).map(([constant]) => constant)).toEqual(
    [],
  )
})
