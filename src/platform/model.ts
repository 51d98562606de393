import type { AskModel, ModelAnswer, ModelQuestion } from '../contract/ports.ts'
import { bodyTooLarge, readBounded } from './read-bounded.ts'

export type ModelOptions = {
  /** Base address as clients of the protocol take it: `https://models.example.com/v1`. */
  url: string
  /** The model's name, as the other side knows it. */
  name: string
  key: string | undefined
  /** Told in a word, and with the status, of every question without an answer; never of what was asked or said. */
  warn?: (fields: { failed: string; status: number | undefined }, message: string) => void
}

/**
 * A language model behind an endpoint that speaks the chat completions of OpenAI, as most servers do. It is asked for
 * JSON of one schema and answers in one piece. No redirect is followed, so that facts and key go to the configured
 * address and nowhere else; of the other side's words nothing but the text of the answer is passed on.
 */
export function openModel({ url, name, key, warn }: ModelOptions): AskModel {
  const address = `${url}/chat/completions`
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
  const ask = async (question: ModelQuestion, signal: AbortSignal): Promise<ModelResponse> => {
    try {
      const body = JSON.stringify(requestOf(name, question))
      const response = await fetch(address, { method: 'POST', redirect: 'manual', headers, body, signal })
      const { status } = response
      if (status === 200)
        return { status, ...readAnswer(await readBounded(response, maxBytes, signal), name) }
      // The status says it all. Whatever stands in the body may repeat what was sent, so nobody reads it.
      await response.body?.cancel().catch(() => {})
      return { status, ...failedAnswerOf(response) }
    } catch (error) {
      if (signal.aborted) return { failed: 'timeout' }
      return { failed: error === bodyTooLarge ? 'too_large' : 'unreachable' }
    }
  }
  return async (question, signal) => {
    const { status, ...answer } = await ask(question, signal)
    if ('failed' in answer) warn?.({ failed: answer.failed, status }, 'the model of debriefs gave no answer')
    return answer
  }
}

type ModelResponse = ModelAnswer & { status?: number }

/** An answer is about six kilobytes; a server that sends this much does not answer the question. */
const maxBytes = 256 * 1024

/** What one debrief may cost at most. */
const maxTokens = 8192

function requestOf(model: string, { system, user, answer }: ModelQuestion) {
  return {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    temperature: 0.3,
    max_tokens: maxTokens,
    stream: false,
    response_format: {
      type: 'json_schema',
      json_schema: { name: answer.name, strict: true, schema: answer.schema },
    },
  }
}

/** What of a completion counts. Everything in it is somebody else's word, so nothing is taken for granted. */
type Completion = {
  choices?: { finish_reason?: unknown; message?: { content?: unknown; refusal?: unknown } }[]
}

/** The first choice of a whole completion; a text that was cut off, or a refusal, is no answer. */
function readAnswer(body: string, model: string): ModelAnswer {
  const choice = parse(body)?.choices?.[0]
  if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') return { failed: 'refused' }
  const text = choice?.message?.content
  if (typeof text !== 'string' || text === '' || choice?.finish_reason === 'length') {
    return { failed: 'unreadable' }
  }
  return { text, model }
}

function parse(body: string): Completion | undefined {
  try {
    const value = JSON.parse(body)
    return Array.isArray(value?.choices) ? value : undefined
  } catch {
    return undefined
  }
}

function failedAnswerOf({ status, headers }: Response): ModelAnswer {
  if (status === 408 || status === 504) return { failed: 'timeout' }
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'))
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  if (status === 429) return { failed: 'limited', ...later }
  if (status >= 500) return { failed: 'unreachable', ...later }
  return { failed: 'refused' }
}

/** Seconds, or a date (RFC 9110, section 10.2.3); nonsense counts for nothing, and nothing is longer than an hour. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(3600, Math.max(0, seconds))
}
