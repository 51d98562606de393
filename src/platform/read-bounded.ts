/**
 * The body of a response as text. Reads at most `maxBytes`, whatever its declared length and encoding. Throws
 * `bodyTooLarge` beyond that, and the error of `fetch` if the connection breaks.
 */
export async function readBounded(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    signal.throwIfAborted()
    if (!piece || piece.done) return Buffer.concat(chunks).toString('utf8')
    length += piece.value.length
    if (length > maxBytes) {
      // The rest isn't read: the connection is closed.
      await reader?.cancel().catch(() => {})
      throw bodyTooLarge
    }
    chunks.push(piece.value)
  }
}

export const bodyTooLarge = new Error('The body exceeds the size limit')
