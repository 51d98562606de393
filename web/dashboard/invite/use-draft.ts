import { useCallback, useEffect, useState } from 'react'
import { type Draft, keepDraft, keptDraft } from './draft.ts'

/** What is typed and chosen, kept through a reload; the tag of the address stands at the beginning. */
export function useDraft(accountId: string, tagId: string | undefined) {
  const [draft, setDraft] = useState(() => {
    const kept = keptDraft(accountId)
    return tagId ? { ...kept, tagId } : kept
  })
  useEffect(() => keepDraft(accountId, draft), [accountId, draft])
  const change = useCallback((fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields })), [])
  return [draft, change] as const
}
