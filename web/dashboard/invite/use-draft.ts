import { useCallback, useEffect, useState } from 'react'
import { type InviteDraft, loadInviteDraft, storeInviteDraft } from './draft.ts'

/** What is typed and chosen, kept through a reload; the tag of the address stands at the beginning. */
export function useDraft(accountId: string, tagId: string | undefined) {
  const [draft, setDraft] = useState(() => {
    const kept = loadInviteDraft(accountId)
    return tagId ? { ...kept, tagId } : kept
  })
  useEffect(() => storeInviteDraft(accountId, draft), [accountId, draft])
  const change = useCallback(
    (fields: Partial<InviteDraft>) => setDraft((before) => ({ ...before, ...fields })),
    [],
  )
  return [draft, change] as const
}
