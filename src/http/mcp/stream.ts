/**
 * A stream that begins with its first event, and not before: until then the answer can still be a refusal with a
 * status of its own. `ended` is called once, when all was said or nobody listens any more.
 */
export async function startAtFirstEvent(answer: Response, onEnd: () => void): Promise<Response> {
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let next = await reader.read()
  while (!next.done && isComment(next.value)) next = await reader.read()
  const events = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (next.done) {
          controller.close()
          return onEnd()
        }
        controller.enqueue(next.value)
        next = await reader.read()
      },
      cancel: async () => {
        onEnd()
        await reader.cancel().catch(() => undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(events, { status: answer.status, headers: answer.headers })
}

/** A line that begins with a colon says nothing but that somebody is there. */
function isComment(chunk: Uint8Array): boolean {
  return chunk[0] === ':'.charCodeAt(0)
}
