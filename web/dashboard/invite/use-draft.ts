import { useCallback, useEffect, useState } from 'react'
import { type InviteDraft, loadInviteDraft, storeInviteDraft } from './draft.ts'

/** What was typed and chosen, kept through a reload. The tag of the address is preselected. */
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
