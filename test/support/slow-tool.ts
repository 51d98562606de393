import { z } from 'zod'
import { type Operation, operation, type PrepareContext } from '../../src/contract/operation.ts'
import { type Era, modernHeaders, modernMessage } from './mcp-client.ts'

/** A tool that runs `work` after authorization and counts its completions. */
export function slowTool(work: (preparation: PrepareContext) => Promise<void>): {
  operation: Operation
  /** How many calls have completed. */
  ends: () => number
} {
  let ends = 0
  const output = z.object({ done: z.boolean().meta({ description: 'Always.', examples: [true] }) })
  const made = operation({
    name: 'write_slowly',
    summary: 'Take as long as the test says',
    scope: 'profiles:read',
    reveals: 'nothing',
    issues: 'nothing',
    effect: 'reads',
    input: z.strictObject({ profileId: z.string().meta({ description: 'Anything.', examples: ['a'] }) }),
    output,
    takesLong: true,
    prepare: async (input, preparation) => {
      await work(preparation)
      return input
    },
    run: async () => {
      ends += 1
      return { resource: { done: true } }
    },
    mcp: {
      title: 'Write slowly',
      description: 'Takes long.',
      output,
      content: ({ resource }) => resource,
      unfinished: { message: 'The debrief is still being generated', retryArgument: 'profileId' },
    },
  })
  return { operation: made as unknown as Operation, ends: () => ends }
}

/** A tool call in either protocol version; with a token it requests progress. */
export function callOf(era: Era, progressToken?: string | number, name = 'write_slowly') {
  const params = { name, arguments: name === 'write_slowly' ? { profileId: 'a' } : {} }
  const message =
    era === 'modern'
      ? modernMessage('tools/call', params)
      : { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const meta = {
    ...('_meta' in message.params ? (message.params._meta as object) : {}),
    ...(progressToken === undefined ? {} : { progressToken }),
  }
  const headers = era === 'modern' ? modernHeaders('tools/call', name) : {}
  return { body: { ...message, params: { ...params, _meta: meta } }, headers }
}

/** A promise that a test resolves. */
export function latch(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
