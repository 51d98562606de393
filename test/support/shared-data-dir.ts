import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DemoFile } from '../../src/demo/seed.ts'
import { startContainer } from './containers.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { callAs, freePort, signIn } from './service.ts'
import { readProfileIds, startWriting } from './writing.ts'

/** What happened to a second container on the same data directory. */
export type SharingOutcome = {
  bothReady: boolean
  /** Whether the second exited with one line that names the holder of the directory. */
  refused: boolean
  /** Profiles whose writers got an acknowledgment, and how many of those are missing after a later start. */
  acknowledged: number
  lost: number
  /** Whether the start afterwards failed at first, and its output. */
  noStart: boolean
  said: string
}

/** Starts two containers on a data directory with the demo, writes to each that is ready, kills both, starts again and counts. */
export async function shareDataDir(): Promise<SharingOutcome> {
  const dataDir = await copyDataDir('demo')
  const demo: DemoFile = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const start = async () => {
    const PORT = String(await freePort())
    return startContainer({ DATA_DIR: dataDir, PORT, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
  }
  const first = await start()
  await first.ready()
  const writings = [await startWriting(first.url, demo)]
  const second = await start()
  const bothReady = await becomesReady(second)
  const refused = !bothReady && /^The data directory .* is in use by .*\.\n$/.test(second.stderr())
  if (bothReady) writings.push(await startWriting(second.url, demo))
  await setTimeout(1_500)
  await Promise.all([first.kill(), second.kill()])
  const acknowledged = (await Promise.all(writings.map((writing) => writing.stopped()))).flatMap(
    (one) => one.profiles,
  )
  const again = await start()
  const noStart = !(await becomesReady(again))
  const lost = noStart ? acknowledged.length : await countLost(again.url, demo, acknowledged)
  await again.kill()
  rmSync(dataDir, { recursive: true, force: true })
  const said = again.stderr().slice(0, 200)
  return {
    bothReady,
    refused,
    acknowledged: acknowledged.length,
    lost,
    noStart,
    said,
  }
}

function becomesReady(container: { ready: () => Promise<number> }): Promise<boolean> {
  return container.ready().then(
    () => true,
    () => false,
  )
}

async function countLost(url: string, demo: DemoFile, ids: readonly string[]): Promise<number> {
  const { demo: account } = demo.accounts
  if (!account) throw new Error('demo.json names no demo account')
  const found = await readProfileIds(callAs(`${url}/api/v4`, await signIn(`${url}/api/v4`, account)))
  return ids.filter((id) => !found.has(id)).length
}
