import { useState } from 'react'

type Intention = { keyFor: (body?: unknown) => string; done: () => void }

/**
 * The idempotency key of one action. Retries of the same body share the key, so a retry after a lost answer does
 * nothing twice. A new body, or a success, starts a new key.
 */
export function useIdempotencyKey(): Intention {
  return useState(newIntention)[0]
}

function newIntention(): Intention {
  let kept: { body: string; key: string } | undefined
  return {
    keyFor(body) {
      const text = JSON.stringify(body ?? null)
      if (kept?.body !== text) kept = { body: text, key: crypto.randomUUID() }
      return kept.key
    },
    done() {
      kept = undefined
    },
  }
}
