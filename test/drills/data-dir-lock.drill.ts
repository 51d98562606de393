import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { DemoFile } from '../../src/demo/seed.ts'
import { hasContainers, startContainer } from '../support/containers.ts'
import { cleanUp, newDataDir, startProcess } from '../support/process.ts'
import { callAs, freePort, signIn } from '../support/service.ts'
import { startWriting } from '../support/writing.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 20)
afterAll(cleanUp)

test.skipIf(!hasContainers())(
  'a second container on one data directory is refused, and the first loses nothing',
  { timeout: rounds * 90_000 },
  async () => {
    const seeded = await seed()
    const seen = { rounds, bothReady: 0, refused: 0, acknowledged: 0, lost: 0, noStart: 0 }
    for (let round = 1; round <= rounds; round++) {
      const result = await attack(seeded)
      seen.bothReady += Number(result.bothReady)
      seen.refused += Number(result.refused)
      seen.acknowledged += result.acknowledged
      seen.lost += result.lost
      seen.noStart += Number(result.noStart)
      console.info(`round ${round}: ${JSON.stringify(result)}`)
    }
    console.info(JSON.stringify(seen))
    expect(seen).toMatchObject({ bothReady: 0, refused: rounds, lost: 0, noStart: 0 })
  },
)

/** A data directory with the demo in it, of which each round takes a copy. */
async function seed(): Promise<string> {
  const dataDir = newDataDir()
  const service = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()), RATE_LIMITS: 'off' })
  await service.ready()
  expect(await service.stop()).toBe(0)
  return dataDir
}

/** Two containers on one directory with writers at each that is ready; all is killed, and what is left is counted. */
async function attack(seeded: string) {
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', `${seeded}/.`, dataDir])
  const demo: DemoFile = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const environment = async () => ({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  })
  const first = startContainer(await environment())
  await first.ready()
  const writings = [await startWriting(first.url, demo)]
  const second = startContainer(await environment())
  const bothReady = await second.ready().then(
    () => true,
    () => false,
  )
  const said = second.stderr()
  if (bothReady) writings.push(await startWriting(second.url, demo))
  await setTimeout(1_500)
  await Promise.all([first.kill(), second.kill()])
  const acknowledged = (await Promise.all(writings.map((one) => one.stopped()))).flatMap(
    (one) => one.profiles,
  )
  const again = startContainer(await environment())
  const started = await again.ready().then(
    () => true,
    () => false,
  )
  const found = started ? await countFound(again.url, demo, acknowledged) : 0
  await again.kill()
  const refused = !bothReady && /in use/.test(said) && said.trim().split('\n').length === 1
  rmSync(dataDir, { recursive: true, force: true })
  return {
    ...{ bothReady, refused, acknowledged: acknowledged.length },
    ...{ lost: acknowledged.length - found, noStart: !started, said: again.stderr().slice(0, 200) },
  }
}

async function countFound(url: string, demo: DemoFile, ids: readonly string[]): Promise<number> {
  const { demo: account } = demo.accounts
  if (!account) throw new Error('demo.json names no demo account')
  const call = callAs(`${url}/api/v4`, await signIn(`${url}/api/v4`, account))
  let found = 0
  for (const id of ids) found += Number((await call('GET', `/profile/${id}`)).status === 200)
  return found
}
