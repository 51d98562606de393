import { expect, test } from 'vitest'
import { callWithDroppedAnswers } from '../support/dropped-answers.ts'

// Short versions of `npm run drill -- dropped-answers`.

const title =
  'nothing happens twice, and nothing that was reported as done is missing, when one answer in five is lost'
test(title, () => survives(25, 2))
test(`${title}, in twice as many calls`, { tags: 'long' }, () => survives(50, 5))

async function survives(calls: number, least: number): Promise<void> {
  const outcome = await callWithDroppedAnswers({ calls, share: 0.2, maxTries: 8, seed: 20_261_124 })
  expect(outcome).toMatchObject({ calls, failed: [], doubled: 0, missing: 0 })
  expect(outcome.lost).toBeGreaterThan(least)
}
