import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalog } from '../../src/catalog.ts'
import { operation } from '../../src/contract/operation.ts'
import { scopesNeeded } from '../../src/contract/scope.ts'

const idle = {
  name: 'look',
  summary: 'Look',
  effect: 'reads' as const,
  input: z.strictObject({}),
  output: z.null(),
  run: async () => ({ resource: null }),
}

test('the type refuses an operation that reveals people under a scope that may not read them', () => {
  operation({ ...idle, scope: 'profiles:read', reveals: 'results', issues: 'reportLink' })
  // @ts-expect-error results need profiles:read
  operation({ ...idle, scope: 'profiles:write', reveals: 'results', issues: 'nothing' })
  // @ts-expect-error so do names and addresses
  operation({ ...idle, scope: ['tags:manage', 'account:read'], reveals: 'identity', issues: 'nothing' })
  // @ts-expect-error and links that show results
  operation({ ...idle, scope: 'account:write', reveals: 'status', issues: 'reportLink' })
  // @ts-expect-error a token without scopes reveals nothing
  operation({ ...idle, access: 'anyToken', reveals: 'status', issues: 'nothing' })
  // @ts-expect-error what it reveals has to be said
  operation({ ...idle, scope: 'profiles:read', issues: 'nothing' })
})

test('every operation of the catalog declares it too', () => {
  const wrong = catalog.filter(
    (one) =>
      (one.reveals === 'identity' || one.reveals === 'results' || one.issues === 'reportLink') &&
      !scopesNeeded(one).includes('profiles:read'),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(catalog.filter(({ reveals, issues }) => !reveals || !issues)).toEqual([])
})
