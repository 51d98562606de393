import { isObject, readSummary, type Summary } from './summary.ts'

/** What the card shows: the state of its call, and its summary, perhaps of an earlier call. */
export type CardState = {
  call: 'alone' | 'waiting' | 'shown' | 'stopped' | 'refused' | 'unreadable'
  /** The error message. */
  reason?: string
  summary?: Summary
}

/** Messages from the host: the arguments of a call, its result, or its cancellation. */
export type HostEvent =
  | { kind: 'input'; arguments: unknown }
  | { kind: 'result'; result: unknown }
  | { kind: 'stopped' }

export const waitingState: CardState = { call: 'waiting' }

/**
 * The next state. A summary stays while the same person is requested again, and if that call fails; then it is marked
 * as the former one. It is removed as soon as another person is requested.
 */
export function applyHostEvent(state: CardState, news: HostEvent): CardState {
  const kept = state.summary ? { summary: state.summary } : {}
  if (news.kind === 'stopped') return { call: 'stopped', ...kept }
  if (news.kind === 'input')
    return isAnotherPerson(state, news.arguments) ? waitingState : { call: 'waiting', ...kept }
  const { result } = news
  if (!isObject(result)) return { call: 'unreadable' }
  if (result.isError === true) return { call: 'refused', reason: wordsOf(result.content), ...kept }
  const summary = readSummary(result.structuredContent)
  return summary ? { call: 'shown', summary } : { call: 'unreadable' }
}

function isAnotherPerson({ summary }: CardState, input: unknown): boolean {
  const requested = isObject(input) ? input.profileId : undefined
  return summary?.profileId !== undefined && requested !== summary.profileId
}

function wordsOf(content: unknown): string {
  const texts = (Array.isArray(content) ? content : []).flatMap((block) =>
    isObject(block) && block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  )
  return texts.join(' ').trim()
}
