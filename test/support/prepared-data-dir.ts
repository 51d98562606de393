import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { newDataDir, startProcess } from './process.ts'
import { freePort } from './service.ts'

/** With the demo's people, or without anybody. */
type Prepared = 'demo' | 'empty'

/**
 * A copy of a data directory whose service has started once and stopped, for tests that are not about a first start. It
 * is prepared once in a run, by the first test that asks for it, because initializing and seeding take most of a start.
 */
export async function copyDataDir(kind: Prepared): Promise<string> {
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', `${await preparedOnce(kind)}/.`, dataDir])
  return dataDir
}

async function preparedOnce(kind: Prepared): Promise<string> {
  const folder = join(dirname(inject('compileCache')), `prepared-${kind}`)
  const claim = `${folder}.claim`
  // Other workers wait; if the one that prepares it fails, the next one tries.
  while (!existsSync(folder)) {
    if (isClaimed(claim)) await setTimeout(50)
    else await prepare(kind, folder).finally(() => rmdirSync(claim))
  }
  return folder
}

/** Claims it if nobody else has. */
function isClaimed(claim: string): boolean {
  try {
    mkdirSync(claim)
    return false
  } catch {
    return true
  }
}

async function prepare(kind: Prepared, folder: string): Promise<void> {
  // The person may have completed it just before the claim.
  if (existsSync(folder)) return
  const dataDir = newDataDir()
  const DEMO = kind === 'demo' ? 'on' : 'off'
  const service = startProcess({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DEMO,
    RATE_LIMITS: 'off',
  })
  await service.ready()
  const code = await service.stop()
  if (code !== 0) throw new Error(`The service ended with ${code}: ${service.stderr()}`)
  renameSync(dataDir, folder)
}
