import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { newDataDir, startProcess } from './process.ts'
import { freePort } from './service.ts'

/** With the demo's people, or without anybody. */
export type Prepared = 'demo' | 'empty'

/**
 * A copy of a data directory whose service has started once and stopped, for tests that are not about a first start. It
 * is prepared once in a run, by the first test that asks for it, because initializing and seeding take most of a start.
 */
export async function copyDataDir(kind: Prepared): Promise<string> {
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', `${await preparedOnce(kind)}/.`, dataDir])
  return dataDir
}

/** The same with the demo, whose `demo.json` names the port of its next start. */
export async function copyDemoDir(port: string): Promise<string> {
  const dataDir = await copyDataDir('demo')
  const file = join(dataDir, 'demo.json')
  writeFileSync(file, withPort(readFileSync(file, 'utf8'), port))
  return dataDir
}

/** The first start had another port. */
export function withPort(text: string, port: string): string {
  return text.replaceAll(/http:\/\/localhost:\d+/g, `http://localhost:${port}`)
}

/** What that first start printed. */
export async function firstStartOutput(kind: Prepared): Promise<string> {
  return readFileSync(outputFile(await preparedOnce(kind)), 'utf8')
}

function outputFile(folder: string): string {
  return `${folder}.stdout`
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
  // The demo is seeded into a copy of the empty one, which saves making another cluster.
  const dataDir = kind === 'demo' ? await copyDataDir('empty') : newDataDir()
  const DEMO = kind === 'demo' ? 'on' : 'off'
  const service = startProcess({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DEMO,
    RATE_LIMITS: 'off',
  })
  await service.ready()
  const printed = await service.announcement()
  const code = await service.stop()
  if (code !== 0) throw new Error(`The service ended with ${code}: ${service.stderr()}`)
  writeFileSync(outputFile(folder), printed)
  renameSync(dataDir, folder)
}
