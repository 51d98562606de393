import { afterAll, expect, test } from 'vitest'
import { startDrillService } from '../support/drill-service.ts'
import { engines, missingLine } from '../support/engines/engines.ts'
import { openVisitor } from '../support/engines/visitor.ts'
import { type Visited, type WalkName, walks } from '../support/engines/walks.ts'
import { cleanUp } from '../support/process.ts'
import { callAs } from '../support/service.ts'

const places = [
  { place: 'phone', width: 390, height: 844 },
  { place: 'desktop', width: 1280, height: 860 },
] as const

afterAll(cleanUp)

test('walks through the pages in every engine that is installed', async () => {
  const service = await startDrillService()
  const visited: Visited = {
    url: `http://localhost:${service.environment.PORT}`,
    account: { call: callAs(`${service.running().url}/api/v4`, service.token) },
    owner: service.demo.accounts.demo?.owner ?? '',
  }
  const failures: string[] = []
  const say = (line: string) => process.stdout.write(`${line}\n`)
  for (const engine of engines) {
    if (!engine.isInstalled) {
      say(missingLine(engine))
      continue
    }
    for (const { place, width, height } of places) {
      const window = await engine.open()
      try {
        await window.resize(width, height)
        const visitor = openVisitor(window, `${engine.name} ${place}`)
        for (const name of Object.keys(walks) as WalkName[]) {
          const began = performance.now()
          const failure = await walks[name](visitor, visited).then(
            () => undefined,
            (error: Error) => error.message,
          )
          const seconds = ((performance.now() - began) / 1000).toFixed(1)
          say(`${window.version}, ${place}: ${name.padEnd(12)} ${failure ? 'failed' : 'passed'} ${seconds} s`)
          if (failure) failures.push(failure)
        }
      } finally {
        await window.close()
      }
    }
  }
  expect(failures).toEqual([])
})
