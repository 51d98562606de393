import { useRef } from 'react'

/**
 * The idempotency key of one action. Retries of the same body share the key, so a retry after a lost answer does
 * nothing twice. A new body, or a success, starts a new key.
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
