/**
 * The body of an answer as text, read piece by piece and never more than `mostBytes` of it, whatever its length says
 * and however it is packed. Throws `tooLarge` beyond that, and what `fetch` throws when it breaks off.
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
      // The rest stays where it is: the connection is closed.
      await reader?.cancel().catch(() => {})
      throw bodyTooLarge
    }
    chunks.push(piece.value)
  }
}

export const bodyTooLarge = new Error('The body is larger than it may be')
