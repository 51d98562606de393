import { afterAll, expect, test } from 'vitest'
import { cleanUp } from '../support/process.ts'
import { type RegionStart, startAtOnce } from '../support/regions-start.ts'

afterAll(cleanUp)

const rounds = Number(process.env.DRILL_ROUNDS ?? 20)

test(`three regions that start at the same time refuse no valid token, ${rounds} times`, async () => {
  const starts: RegionStart[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const start = await startAtOnce()
    starts.push(start)
    console.log(`round ${round}: ${JSON.stringify(start)}`)
  }
  const roundsWith = (count: (start: RegionStart) => number) =>
    starts.filter((start) => count(start) > 0).length
  console.log(
    `of ${rounds} starts: ${roundsWith((one) => one.unauthorized)} with a 401 for a good token, ` +
      `${roundsWith((one) => one.afterReady)} with a refusal after /readyz, ` +
      `${roundsWith((one) => one.other + one.withoutRetryAfter)} with another failure; ` +
      `all answered rightly within ${Math.max(...starts.map(({ seconds }) => seconds)).toFixed(1)} s`,
  )
  for (const start of starts) {
    expect(start).toMatchObject({ unauthorized: 0, withoutRetryAfter: 0, other: 0, afterReady: 0 })
  }
})
