import { useRef } from 'react'

/**
 * The idempotency key of one intention: the same for each try of the same body, so that a second try after a lost
 * answer does nothing twice; another one once it has succeeded, or for another body.
 */
export function useIdempotencyKey(): { keyFor: (body?: unknown) => string; done: () => void } {
  const kept = useRef<{ body: string; key: string } | undefined>(undefined)
  return {
    keyFor(body) {
      const text = JSON.stringify(body ?? null)
      if (kept.current?.body !== text) kept.current = { body: text, key: crypto.randomUUID() }
      return kept.current.key
    },
    done() {
      kept.current = undefined
    },
  }
}
