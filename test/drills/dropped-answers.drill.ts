import { expect, test } from 'vitest'
import { callWithDroppedAnswers } from '../support/dropped-answers.ts'

const calls = Number(process.env.DRILL_ROUNDS ?? 1_000)
const seed = Number(process.env.DRILL_SEED ?? 20_261_124)

test.each([3, 4])(
  '1,000 calls through a proxy that loses one answer in five, %i tries a call',
  async (maxTries) => {
    const outcome = await callWithDroppedAnswers({ calls, share: 0.2, maxTries, seed })
    process.stdout.write(`${JSON.stringify({ maxTries, ...outcome, failed: outcome.failed.length })}\n`)
    expect(outcome).toMatchObject({ doubled: 0, missing: 0 })
  },
)
