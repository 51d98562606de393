import type { AskModel, ModelAnswer, ModelQuestion } from '../contract/ports.ts'
import { bodyTooLarge, readBounded } from './read-bounded.ts'

export type ModelOptions = {
  /** Base URL as clients of the protocol expect it: `https://models.example.com/v1`. */
  url: string
  /** The model's name on the server. */
  name: string
  key: string | undefined
  /** Called with a reason and the status for every question without an answer, never with the question or answer. */
  warn?: (fields: { failed: string; status: number | undefined }, message: string) => void
}

/**
 * A language model behind an OpenAI-compatible chat completions endpoint, as most servers offer. It is asked for JSON
 * of one schema and answers in one piece. Redirects aren't followed, so that facts and key go only to the configured
 * URL. Of the response, only the text of the answer is passed on.
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
      // The status is enough. The body may repeat what was sent, so it isn't read.
      await response.body?.cancel().catch(() => {})
      return { status, ...failedAnswerOf(response) }
    } catch (error) {
      if (signal.aborted) return { failed: 'timeout' }
      return { failed: error === bodyTooLarge ? 'too_large' : 'unreachable' }
    }
  }
  return async (question, signal) => {
    const { status, ...answer } = await ask(question, signal)
    if ('failed' in answer) warn?.({ failed: answer.failed, status }, 'the debrief model gave no answer')
    return answer
  }
}

type ModelResponse = ModelAnswer & { status?: number }

/** An answer has about six kilobytes. A server that sends this much isn't answering the question. */
const maxBytes = 256 * 1024

/** Maximum cost of one debrief. */
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

/** The parts of a completion that are used. It comes from outside, so nothing is taken for granted. */
type Completion = {
  choices?: { finish_reason?: unknown; message?: { content?: unknown; refusal?: unknown } }[]
}

/** The first choice of a complete response. A truncated text or a refusal is no answer. */
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
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  if (status === 429) return { failed: 'limited', ...retry }
  if (status >= 500) return { failed: 'unreachable', ...retry }
  return { failed: 'refused' }
}

/** Seconds, or a date (RFC 9110, section 10.2.3). Invalid values are ignored; the maximum is an hour. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(3600, Math.max(0, seconds))
}
