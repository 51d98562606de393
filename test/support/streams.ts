import type { Json } from './service.ts'

/** An answer that is read as it arrives. */
export type Streamed = {
  status: number
  headers: Headers
  /** Everything received so far. */
  text: () => string
  /** Reads on until the text is enough. Throws if the answer ends first. */
  until: (isEnough: (text: string) => boolean) => Promise<void>
  rest: () => Promise<void>
  /** Disconnects. */
  leave: () => Promise<void>
}

export async function openStream(
  url: string,
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
  leaving = new AbortController(),
): Promise<Streamed> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify(body),
    signal: leaving.signal,
  })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const until = async (isEnough: (text: string) => boolean) => {
    while (!isEnough(text)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`The answer ended: ${text}`)
      text += decoder.decode(value, { stream: true })
    }
  }
  const rest = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += decoder.decode(next.value, { stream: true })
  }
  const { status, headers: answered } = response
  const leave = async () => {
    leaving.abort()
    await reader.cancel().catch(() => undefined)
  }
  return { status, headers: answered, text: () => text, until, rest, leave }
}

/** The messages in an event stream, in order, without comments. */
export function messagesIn(text: string): Json[] {
  return text
    .split('\n\n')
    .flatMap((event) => event.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => JSON.parse(line.slice('data: '.length)))
}
