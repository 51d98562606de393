import { z } from 'zod'
import { operation } from '../../contract/operation.ts'

const Greeting = z.strictObject({
  message: z.string().meta({ description: 'Says that it works.', examples: ['The token works.'] }),
})

export const test = operation({
  name: 'test',
  summary: 'Check that a token works',
  access: 'anyToken',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: Greeting,
  rest: { group: 'tests', route: 'GET /test', key: 'data', status: 200 },
  async run() {
    return { resource: { message: 'The token works.' } }
  },
})

export const testWithBody = operation({
  name: 'test_with_body',
  summary: 'Check that a token and a JSON body arrive',
  description: 'Send any text as `ping`, and it comes back in `bonus`. Nothing is read or changed.',
  access: 'anyToken',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    ping: z
      .string({ error: 'is required and must be text' })
      .max(1000, 'is too long: at most 1000 characters')
      .meta({ description: 'Any text.', examples: ['hello'] }),
  }),
  output: Greeting.extend({
    bonus: z.string().meta({ description: 'What was sent comes back.', examples: ['pong: hello'] }),
  }),
  rest: { group: 'tests', route: 'POST /test', key: 'data', status: 200 },
  async run(_, { ping }) {
    const message = 'The token works.'
    return { resource: { message, bonus: `pong: ${ping}` } }
  },
})
