import { z } from 'zod'
import { operation } from '../../contract/operation.ts'

const Greeting = z.strictObject({
  message: z.string().meta({ description: 'Confirmation message.', examples: ['The token works.'] }),
})

export const test = operation({
  name: 'test',
  summary: 'Check that a token works',
  access: 'anyToken',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: Greeting,
  rest: { group: 'tests', route: 'GET /test', sdk: 'service.check', key: 'data', status: 200 },
  async run() {
    return { resource: { message: 'The token works.' } }
  },
})

export const testWithBody = operation({
  name: 'test_with_body',
  summary: 'Check that a token and a JSON body are received',
  description: 'Send any text as `ping`; `bonus` returns it. Nothing is read or changed.',
  access: 'anyToken',
  coaches: 'theirTeams',
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
    bonus: z.string().meta({ description: 'The text you sent.', examples: ['pong: hello'] }),
  }),
  rest: { group: 'tests', route: 'POST /test', sdk: 'service.echo', key: 'data', status: 200 },
  async run(_, { ping }) {
    const message = 'The token works.'
    return { resource: { message, bonus: `pong: ${ping}` } }
  },
})
