import { expect, test } from 'vitest'
import { webhookName } from './webhook-words.ts'

test('endpoints without a name are told apart by their paths', () => {
  const names = [
    'https://hooks.test/a',
    'https://hooks.test/b?key=1',
    'https://hooks.test/',
    'https://hooks.test/…mbre',
  ]
  expect(names.map((url) => webhookName({ name: null, url }))).toEqual([
    ...['hooks.test/a', 'hooks.test/b', 'hooks.test', 'hooks.test/…mbre'],
  ])
  expect(webhookName({ name: 'CRM', url: 'https://hooks.test/a' })).toBe('CRM')
})
