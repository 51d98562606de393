import { expect, test } from 'vitest'
import { preferenceValues } from './preference-changes.ts'
import { firstProblem, preferenceProblem } from './problems.ts'

const form = (fields: object) => ({ ...preferenceValues({}), ...fields })

test.each([
  ['brandColor', ['', '#0b2a6b', '#0B2A6B', ' #0b2a6b '], ['#12', '0b2a6b', 'red', '#0b2a6g']],
  ['replyTo', ['', 'people@example.com'], ['people', 'people@', 'a b@example.com', 'people@example']],
  ['retentionDays', ['', '30', '3650'], ['29', '3651', '1.5', '-40', 'a year']],
  ['reminderDays', ['', '3', '3, 6', '1,2,30'], ['0', '31', '1, 2, 3, 4', '1;2', '3,', '1.5', 'three']],
  ['senderName', ['', 'Anything #12'], []],
] as const)('%s is invalid only if the service would refuse it', (name, right, wrong) => {
  for (const text of right) expect(preferenceProblem(name, form({ [name]: text })), text).toBeUndefined()
  for (const text of wrong) expect(preferenceProblem(name, form({ [name]: text })), text).toMatch(/\.$/)
})

test('the first invalid field of the form is found, and none if all are valid', () => {
  expect(firstProblem(form({ brandColor: '#12', retentionDays: 'x' }))).toBe('brandColor')
  expect(firstProblem(form({}))).toBeUndefined()
})
