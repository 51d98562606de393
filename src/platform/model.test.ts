import { describe, expect, test } from 'vitest'
import {
  body,
  flood,
  halfBody,
  halfStream,
  leak,
  type Reaction,
  replyWith,
  silence,
  startMockModel,
  status,
} from '../../test/support/mock-model.ts'
import type { ModelQuestion } from '../contract/ports.ts'
import { openModel } from './model.ts'

const question: ModelQuestion = {
  system: 'Say what is so.',
  user: '{"facts":{}}',
  answer: { name: 'debrief', schema: { type: 'object' } },
}

const never = new AbortController().signal

async function answerTo(reaction: Reaction, signal = never) {
  const model = await startMockModel()
  model.react(reaction)
  return openModel({ url: model.url, name: 'small-one', key: undefined })(question, signal)
}

describe('openModel', () => {
  test('requests JSON of one schema, in one piece, with the key as a bearer token', async () => {
    const model = await startMockModel()
    model.react(replyWith('{"sections":[]}'))
    const answer = await openModel({ url: model.url, name: 'small-one', key: 'sk-secret' })(question, never)
    expect(answer).toEqual({ text: '{"sections":[]}', model: 'small-one' })
    expect(model.requests).toHaveLength(1)
    expect(model.requests[0]?.path).toBe('/v1/chat/completions')
    expect(model.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-secret',
      'content-type': 'application/json',
    })
    expect(model.requests[0]?.body).toEqual({
      model: 'small-one',
      messages: [
        { role: 'system', content: question.system },
        { role: 'user', content: question.user },
      ],
      temperature: 0.3,
      max_tokens: 8192,
      stream: false,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'debrief', strict: true, schema: { type: 'object' } },
      },
    })
  })

  test('sends no authorization without a key', async () => {
    const model = await startMockModel()
    model.react(replyWith('x'))
    await openModel({ url: model.url, name: 'm', key: undefined })(question, never)
    expect(model.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test.each<[string, Reaction, object]>([
    ['408', status(408), { failed: 'timeout' }],
    ['504', status(504), { failed: 'timeout' }],
    ['429 without Retry-After', status(429), { failed: 'limited' }],
    ['429 with seconds', status(429, { 'retry-after': '7' }), { failed: 'limited', retryAfterSeconds: 7 }],
    [
      '429 with a year',
      status(429, { 'retry-after': '31536000' }),
      { failed: 'limited', retryAfterSeconds: 3600 },
    ],
    [
      '429 with a date that is over',
      status(429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
      { failed: 'limited', retryAfterSeconds: 0 },
    ],
    ['429 with nonsense', status(429, { 'retry-after': 'soon' }), { failed: 'limited' }],
    ['400', status(400), { failed: 'refused' }],
    ['401', status(401), { failed: 'refused' }],
    ['403', status(403), { failed: 'refused' }],
    ['404', status(404), { failed: 'refused' }],
    ['500', status(500), { failed: 'unreachable' }],
    [
      '503 with Retry-After',
      status(503, { 'retry-after': '3' }),
      { failed: 'unreachable', retryAfterSeconds: 3 },
    ],
    ['a body that is cut off', halfBody, { failed: 'unreachable' }],
    ['half a stream', halfStream, { failed: 'unreadable' }],
    ['no JSON', body('<html>LEAK-7731</html>'), { failed: 'unreadable' }],
    ['nothing', body(''), { failed: 'unreadable' }],
    ['null', body('null'), { failed: 'unreadable' }],
    ['a list', body('[]'), { failed: 'unreadable' }],
    ['an error with 200', body(leak), { failed: 'unreadable' }],
    ['no choices', body('{"choices":[]}'), { failed: 'unreadable' }],
    ['choices that are none', body('{"choices":[null,4]}'), { failed: 'unreadable' }],
    ['a message that is none', body('{"choices":[{"message":null}]}'), { failed: 'unreadable' }],
    ['a text that is a list', body('{"choices":[{"message":{"content":["x"]}}]}'), { failed: 'unreadable' }],
    ['an empty text', replyWith(''), { failed: 'unreadable' }],
    [
      'a text that was cut off',
      replyWith('{"sections":', { finish_reason: 'length' }),
      { failed: 'unreadable' },
    ],
    ['a filter', replyWith('', { finish_reason: 'content_filter' }), { failed: 'refused' }],
    [
      'a refusal',
      body('{"choices":[{"message":{"content":null,"refusal":"I cannot do that."}}]}'),
      { failed: 'refused' },
    ],
    ['a hundred megabytes', flood, { failed: 'too_large' }],
    ['a quarter of a megabyte and one', body(' '.repeat(256 * 1024 + 1)), { failed: 'too_large' }],
  ])('%s becomes a reason, without text of the server', async (_, reaction, expected) => {
    expect(await answerTo(reaction)).toEqual(expected)
  })

  test('redirects are not followed: the facts go to one URL', async () => {
    const other = await startMockModel()
    expect(await answerTo(status(307, { location: `${other.url}/chat/completions` }))).toEqual({
      failed: 'refused',
    })
    expect(other.requests).toEqual([])
  })

  test('a signal ends the wait, whether nothing or half of an answer has come', async () => {
    const endless: Reaction = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"choices":')
    }
    for (const reaction of [silence, endless]) {
      const model = await startMockModel()
      model.react(reaction)
      const leaving = new AbortController()
      const asking = openModel({ url: model.url, name: 'm', key: undefined })(question, leaving.signal)
      await model.arrived(1)
      leaving.abort()
      expect(await asking).toEqual({ failed: 'timeout' })
    }
  })

  test('an aborted signal sends no request', async () => {
    const model = await startMockModel()
    expect(
      await openModel({ url: model.url, name: 'm', key: undefined })(question, AbortSignal.abort()),
    ).toEqual({ failed: 'timeout' })
    expect(model.requests).toEqual([])
  })

  test('the operator sees each failure as a reason and a status, and nothing else', async () => {
    const model = await startMockModel()
    const warnings: unknown[] = []
    const warn = (...all: unknown[]) => warnings.push(all)
    const ask = openModel({ url: model.url, name: 'm', key: 'sk-stand-in', warn })
    model.react(status(401), halfBody, replyWith('x'))
    for (let count = 0; count < 3; count++) await ask(question, never)
    const message = 'the debrief model gave no answer'
    expect(warnings).toEqual([
      [{ failed: 'refused', status: 401 }, message],
      [{ failed: 'unreachable', status: undefined }, message],
    ])
  })

  test('a refused connection is unreachable', async () => {
    const ask = openModel({ url: 'http://127.0.0.1:1/v1', name: 'm', key: undefined })
    expect(await ask(question, never)).toEqual({ failed: 'unreachable' })
  })
})
