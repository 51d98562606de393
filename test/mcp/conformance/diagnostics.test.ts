import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { invalid } from '../../../src/contract/failure.ts'
import { type Operation, operation, type PrepareContext } from '../../../src/contract/operation.ts'
import { runConformance } from '../../support/conformance-command.ts'
import { startTestService } from '../../support/service.ts'
import { openTokenProxy } from '../../support/token-proxy.ts'

// Three of the conformance package's diagnostic tools, so that an independent client sees results, refusals and
// progress on the wire. Only this test has them.

function diagnostic(name: string, work: (preparation: PrepareContext) => Promise<void>): Operation {
  const output = z.object({ done: z.boolean() })
  const made = operation({
    name,
    summary: 'Be looked at',
    access: 'anyToken',
    effect: 'reads',
    takesLong: true,
    input: z.strictObject({}),
    output,
    reveals: 'nothing',
    issues: 'nothing',
    prepare: async (input, preparation) => {
      await work(preparation)
      return input
    },
    run: async () => ({ resource: { done: true } }),
    mcp: { title: 'Look', description: 'To be looked at.', output, content: ({ resource }) => resource },
  })
  return made as unknown as Operation
}

let address: string
beforeAll(async () => {
  const operations = [
    diagnostic('test_simple_text', async () => {}),
    diagnostic('test_error_handling', async () => {
      throw invalid('This always fails. Call something else.')
    }),
    diagnostic('test_tool_with_progress', async ({ progress }) => {
      for (const step of ['Reading', 'Writing', 'Saving']) progress(step)
    }),
  ]
  const running = await startTestService({}, { operations })
  address = (await openTokenProxy(running.url, (await running.account()).token)).url
})

const scenarios = ['2026-07-28', '2025-11-25'].flatMap((revision) =>
  ['tools-call-with-progress', 'tools-call-error', 'tools-call-simple-text'].map((scenario) => ({
    ...{ scenario, revision },
  })),
)

async function passes({ scenario, revision }: { scenario: string; revision: string }): Promise<void> {
  const words = ['server', '--url', address, '--scenario', scenario, '--spec-version', revision]
  const { code, printed } = await runConformance(...words)
  expect(code, printed).toBe(0)
  expect(printed).toMatch(/[1-9]\d* passed, 0 failed|Passed: [1-9]\d*\/[1-9]/)
}

// Each start of the package takes a second. conformance.test.ts runs its other scenarios in `npm test`.
test.each(scenarios)('$scenario passes in $revision once its tool exists', { tags: 'long' }, passes)
