import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, startProcess } from '../support/process.ts'
import { freePort } from '../support/service.ts'

afterAll(cleanUp)
const rounds = Number(process.env.DRILL_ROUNDS ?? 7)

/** Processor time is comparable on a busy machine too, if what is compared runs in turns: `git stash`, or another clone. */
test('the processor time of a start', async () => {
  const { url } = await createTestDatabase()
  const kept = newDataDir()
  const common = { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64url'), DEMO: 'off' }
  const start = async (compiled: string) => {
    const [PORT, DATA_DIR] = [String(await freePort()), newDataDir()]
    const service = startProcess({ ...common, PORT, DATA_DIR, NODE_COMPILE_CACHE: compiled })
    await service.ready()
    const seconds = processorSeconds(service.pid)
    expect(await service.stop()).toBe(0)
    return seconds
  }
  await start(kept)
  const warm: number[] = []
  const cold: number[] = []
  for (let round = 0; round < rounds; round++) {
    warm.push(await start(kept))
    cold.push(await start(newDataDir()))
  }
  const figures = (name: string, seconds: number[]) => {
    const sorted = seconds.sort((one, other) => one - other)
    return `${name}: ${sorted[Math.floor(rounds / 2)]} s of processor time (${sorted[0]} to ${sorted.at(-1)})`
  }
  process.stdout.write(`${figures('compiled before', warm)}\n${figures('compiled by the start', cold)}\n`)
})

/** User and system time of the process with all its threads; Linux counts hundredths of a second. */
function processorSeconds(pid: number): number {
  const fields =
    readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
