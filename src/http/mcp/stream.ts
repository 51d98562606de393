/**
 * Waits for the first event before it returns a streaming response: until then, a failure can still be sent with its
 * own status. Calls `onEnd` once, after the last event or when the client disconnects.
 */
export async function startAtFirstEvent(response: Response, onEnd: () => void): Promise<Response> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
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
  return new Response(events, { status: response.status, headers: response.headers })
}

/** Lines that start with a colon are comments, used as keep-alive. */
function isComment(chunk: Uint8Array): boolean {
  return chunk[0] === ':'.charCodeAt(0)
}
