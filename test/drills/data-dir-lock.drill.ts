import { afterAll, expect, test } from 'vitest'
import { hasContainers, startContainer } from '../support/containers.ts'
import { cleanUp, newDataDir } from '../support/process.ts'
import { freePort } from '../support/service.ts'
import { shareDataDir } from '../support/shared-data-dir.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 20)
afterAll(cleanUp)

test.skipIf(!hasContainers())(
  'a second container on one data directory is refused, and the first loses nothing',
  async () => {
    const seen = { rounds, bothReady: 0, refused: 0, acknowledged: 0, lost: 0, noStart: 0 }
    for (let round = 1; round <= rounds; round++) {
      const outcome = await shareDataDir()
      seen.bothReady += Number(outcome.bothReady)
      seen.refused += Number(outcome.refused)
      seen.acknowledged += outcome.acknowledged
      seen.lost += outcome.lost
      seen.noStart += Number(outcome.noStart)
      console.info(`round ${round}: ${JSON.stringify(outcome)}`)
    }
    console.info(JSON.stringify(seen))
    expect(seen).toMatchObject({ bothReady: 0, refused: rounds, lost: 0, noStart: 0 })
  },
)

test.skipIf(!hasContainers())('a killed container starts again at the first attempt', async () => {
  const DATA_DIR = newDataDir()
  const failures: string[] = []
  const seconds: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const container = startContainer({ DATA_DIR, PORT: String(await freePort()), DEMO: 'off' })
    await container.ready().then(
      (taken) => seconds.push(taken),
      (error: Error) => failures.push(error.message.trim()),
    )
    await container.kill()
  }
  console.info(
    JSON.stringify({ kills: rounds, failures, seconds: seconds.map((second) => second.toFixed(1)) }),
  )
  expect(failures).toEqual([])
})
