import { describe, expect, test } from 'vitest'
import { complete, underway } from './sample.ts'
import { after, type CardState, type News, waiting } from './state.ts'

const result = (content: unknown): News => ({
  kind: 'result',
  result: { content: [], structuredContent: content },
})
const refusal: News = {
  kind: 'result',
  result: { isError: true, content: [{ type: 'text', text: 'Profile not found.' }, { type: 'image' }] },
}
const asked = (profileId: string): News => ({ kind: 'input', arguments: { profileId } })
const then = (...news: News[]): CardState => news.reduce(after, waiting)

describe('the state of the card', () => {
  test('waits, then shows the answer', () => {
    expect(then(asked(complete.profileId))).toEqual({ call: 'waiting' })
    expect(then(result(complete))).toMatchObject({ call: 'shown', summary: { name: 'Noor Okafor' } })
  })

  test('says the words of a refusal', () => {
    expect(then(refusal)).toEqual({ call: 'refused', reason: 'Profile not found.' })
  })

  test('keeps the summary while the same person is asked for again, and when that fails or is stopped', () => {
    const again = [result(complete), asked(complete.profileId)] as const
    expect(then(...again)).toMatchObject({ call: 'waiting', summary: { name: 'Noor Okafor' } })
    expect(then(...again, refusal)).toMatchObject({ call: 'refused', summary: { name: 'Noor Okafor' } })
    expect(then(...again, { kind: 'stopped' })).toMatchObject({ call: 'stopped', summary: {} })
    expect(then(...again, refusal, result(underway))).toMatchObject({ summary: { name: 'Jonas Brandt' } })
  })

  test('forgets the summary as soon as somebody else is asked for', () => {
    expect(then(result(complete), asked(underway.profileId))).toEqual({ call: 'waiting' })
  })

  test.each([undefined, null, 'text', [], {}, { isCompleted: 'yes' }])('draws nothing from %j', (content) => {
    expect(then(result(content))).toEqual({ call: 'unreadable' })
  })
})
