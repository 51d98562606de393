import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalog, doorOperations, linkOperations, memberOperations, scimOperations } from '../src/catalog.ts'
import { auditFields } from '../src/contract/audit-fields.ts'
import { locales } from '../src/contract/locale.ts'
import { quotaNames } from '../src/contract/quotas.ts'
import { operationsOf } from '../src/http/rest/openapi/objects.ts'
import { actionGroups } from '../web/dashboard/audit/actions.ts'
import { openapiDocument } from './support/openapi-checks.ts'

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
    ...Object.values(doorOperations),
    ...Object.values(scimOperations),
    ...Object.values(memberOperations),
  ])
  expect(operations.filter(([, operation]) => !listed.has(operation)).map(([constant]) => constant)).toEqual(
    [],
  )
})

function namesOfActions(): Record<string, string> {
  const path = join(import.meta.dirname, '../content/locales/en/dashboard/auditNames.json')
  return JSON.parse(readFileSync(path, 'utf8')).actions
}

test('every operation that changes something has a name in the audit log of the dashboard', () => {
  const operations = [
    catalog,
    ...[linkOperations, doorOperations, scimOperations, memberOperations].map((some) => Object.values(some)),
  ].flat()
  const writing = operations.filter(({ effect }) => effect !== 'reads').map(({ name }) => name)
  const actions = namesOfActions()
  expect(writing.filter((name) => !actions[name])).toEqual([])
  const offered = Object.values(actionGroups).flat()
  expect(offered.filter((name) => !actions[name])).toEqual([])
  expect(writing.length).toBeGreaterThan(50)
})

test('every action of the shell has one, too, and every limit that it sets', () => {
  const folder = join(import.meta.dirname, '../scripts/administration')
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const names = texts.flatMap((text) => [
    ...[...text.matchAll(/change(?:Account|WithAudit)\([^')]*'(\w+)'/g)].map(([, name]) => name ?? ''),
    ...[...text.matchAll(/action(?: =|:) [^'\n]*'(\w+)'(?: : '(\w+)')?/g)].flatMap(([, ...found]) =>
      found.filter(Boolean),
    ),
  ])
  expect(names).toEqual(expect.arrayContaining(['change_quotas', 'pause_account', 'resume_account']))
  expect(names.filter((name) => !namesOfActions()[name])).toEqual([])
  expect(quotaNames.filter((name) => !auditFields.some((field) => field === name))).toEqual([])
})

test.each(locales)(
  'every field of an audit entry has a name in the audit log of the dashboard, in %s',
  (locale) => {
    const path = join(import.meta.dirname, `../content/locales/${locale}/dashboard/auditNames.json`)
    const { fields } = JSON.parse(readFileSync(path, 'utf8')) as { fields: Record<string, string> }
    expect(Object.keys(fields)).toEqual([...auditFields])
    expect(Object.values(fields).filter((name) => name.trim() === '')).toEqual([])
  },
)

describe('no quota of the account refuses', () => {
  const byTokens = [catalog, Object.values(doorOperations), Object.values(scimOperations)]
    .flat()
    .filter((one) => one.effect !== 'reads' && ('scope' in one || one.access === 'anyToken'))
  const exempt = new Set(byTokens.filter((one) => one.evenBeyondQuotas).map(({ name }) => name))

  test('an operation whose name says that it ends or removes something', () => {
    const ending = /^(cancel|delete|deprovision|discard|end|remove|revoke|rotate|undo|withdraw)_/
    const names = byTokens.map(({ name }) => name).filter((name) => ending.test(name))
    expect(names.filter((name) => !exempt.has(name))).toEqual([])
    expect(names.length).toBeGreaterThan(20)
  })

  test('these, and nothing else', () => {
    expect([...exempt].sort()).toEqual([
      ...['cancel_ats_order', 'cancel_order', 'delete_account_logo', 'delete_connection', 'delete_note'],
      ...['delete_profile', 'delete_report_link', 'delete_resource_alias', 'delete_saved_team', 'delete_tag'],
      ...['delete_webhook', 'deprovision_person', 'discard_message', 'end_campaign', 'end_share_link'],
      ...['end_study', 'patch_provisioned_person', 'remove_people_from_saved_team'],
      ...['remove_profiles_from_tag', 'remove_sender', 'remove_study_criteria'],
      ...['replace_provisioned_person', 'rotate_connection_key', 'rotate_webhook_secret', 'set_coach_teams'],
      'undo_tag_change',
    ])
  })
})

describe('the names of the SDK', () => {
  const named = operationsOf(openapiDocument()).map(
    ({ operation }) => [operation.operationId, operation['x-sdk']] as const,
  )

  test('are a noun and a verb, and each belongs to one operation', () => {
    const names = named.map(([, name]) => name)
    expect(names.filter((name) => !/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(name ?? ''))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('stay as they are, because programs call them; add those of new operations to test/golden/sdk-names.json', () => {
    const frozen = JSON.parse(readFileSync(join(import.meta.dirname, 'golden/sdk-names.json'), 'utf8'))
    expect(Object.fromEntries(named)).toEqual(frozen)
  })
})
