import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, newDataDir } from '../support/process.ts'
import { freePort } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const node = join(root, 'node_modules/.bin/node')
afterAll(cleanUp)

test('a stalled log reader loses no request and uses little memory', async () => {
  const PORT = String(await freePort())
  const environment = { DATA_DIR: newDataDir(), PORT, DEMO: 'off' }
  const child = spawn(node, ['src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://127.0.0.1:${PORT}`
  await expect.poll(() => isUp(url), { timeout: 60_000 }).toBe(true)
  let read = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    read += text
  })
  // Warm up, so that the heap has the size that this load needs.
  await load(url, 60)
  const before = residentMegabytes(child.pid)
  child.stdout.pause()
  const served = await load(url, 60)
  const after = residentMegabytes(child.pid)
  child.stdout.resume()
  const resumed = performance.now()
  await expect.poll(() => /"dropped":(\d+)/.exec(read)?.[1], { timeout: 10_000 }).toBeDefined()
  const dropped = /"dropped":(\d+)/.exec(read)?.[1]
  const toldAfter = ((performance.now() - resumed) / 1000).toFixed(1)
  const lines = read.split('\n').length
  console.info(JSON.stringify({ ...served, before, after, grown: after - before, lines, dropped, toldAfter }))
  expect(served.failed).toBe(0)
  expect(after - before).toBeLessThanOrEqual(32)
  child.kill('SIGTERM')
  await expect.poll(() => child.exitCode, { timeout: 30_000 }).toBe(0)
})

/** Sends requests for this long, over four connections with fifty pipelined requests each. */
async function load(url: string, forSeconds: number) {
  const deadline = performance.now() + forSeconds * 1000
  const count = { requests: 0, failed: 0 }
  const ask = async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
    while (performance.now() < deadline) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(batch))
      let answers = ''
      while (answers.split('HTTP/1.1 ').length <= batch) answers += (await once(socket, 'data'))[0]
      count.requests += batch
      count.failed += batch - (answers.split('HTTP/1.1 200 ').length - 1)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: 4 }, ask))
  await setTimeout(100)
  return count
}

const batch = 50

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
