import { expect, test } from 'vitest'
import { callWithDroppedAnswers } from '../support/dropped-answers.ts'

// A short version of `npm run drill -- dropped-answers`.

test('nothing happens twice, and nothing that was reported as done is missing, when one answer in five is lost', async () => {
  const outcome = await callWithDroppedAnswers({ calls: 50, share: 0.2, maxTries: 8, seed: 20_261_124 })
  expect(outcome).toMatchObject({ calls: 50, failed: [], doubled: 0, missing: 0 })
  expect(outcome.lost).toBeGreaterThan(5)
})
