import { describe, expect, test } from 'vitest'
import { completeSummary, inProgressSummary } from './sample.ts'
import { applyHostEvent, type CardState, type HostEvent, waitingState } from './state.ts'

const result = (content: unknown): HostEvent => ({
  kind: 'result',
  result: { content: [], structuredContent: content },
})
const refusal: HostEvent = {
  kind: 'result',
  result: { isError: true, content: [{ type: 'text', text: 'Profile not found.' }, { type: 'image' }] },
}
const inputFor = (profileId: string): HostEvent => ({ kind: 'input', arguments: { profileId } })
const then = (...news: HostEvent[]): CardState => news.reduce(applyHostEvent, waitingState)

describe('the state of the card', () => {
  test('waits, then shows the result', () => {
    expect(then(inputFor(completeSummary.profileId))).toEqual({ call: 'waiting' })
    expect(then(result(completeSummary))).toMatchObject({ call: 'shown', summary: { name: 'Noor Okafor' } })
  })

  test('shows the message of an error', () => {
    expect(then(refusal)).toEqual({ call: 'refused', reason: 'Profile not found.' })
  })

  test('keeps the summary while the same person is requested again, and if that fails or is canceled', () => {
    const again = [result(completeSummary), inputFor(completeSummary.profileId)] as const
    expect(then(...again)).toMatchObject({ call: 'waiting', summary: { name: 'Noor Okafor' } })
    expect(then(...again, refusal)).toMatchObject({ call: 'refused', summary: { name: 'Noor Okafor' } })
    expect(then(...again, { kind: 'stopped' })).toMatchObject({ call: 'stopped', summary: {} })
    expect(then(...again, refusal, result(inProgressSummary))).toMatchObject({
      summary: { name: 'Jonas Brandt' },
    })
  })

  test('drops the summary when another person is requested', () => {
    expect(then(result(completeSummary), inputFor(inProgressSummary.profileId))).toEqual({ call: 'waiting' })
  })

  test.each([undefined, null, 'text', [], {}, { isCompleted: 'yes' }])('draws nothing from %j', (content) => {
    expect(then(result(content))).toEqual({ call: 'unreadable' })
  })
})
