import { useCallback, useEffect, useRef, useState } from 'react'
import { type InviteDraft, loadInviteDraft, storeInviteDraft } from './draft.ts'
import type { InviteSearch } from './search.ts'

/** What was typed and chosen, kept through a reload. The tag and the campaign of the address are preselected. */
export function useDraft(
  accountId: string,
  { tagId, campaignId }: Pick<InviteSearch, 'tagId' | 'campaignId'>,
) {
  const [draft, setDraft] = useState(() => {
    const kept = loadInviteDraft(accountId)
    return { ...kept, ...(tagId && { tagId }), ...(campaignId && chosen(campaignId)) }
  })
  useEffect(() => storeInviteDraft(accountId, draft), [accountId, draft])
  const before = useRef(campaignId)
  useEffect(() => {
    if (before.current === campaignId) return
    before.current = campaignId
    setDraft((draft) => ({ ...draft, ...chosen(campaignId) }))
  }, [campaignId])
  const change = useCallback(
    (fields: Partial<InviteDraft>) => setDraft((before) => ({ ...before, ...fields })),
    [],
  )
  return [draft, change] as const
}

/** A campaign that was chosen, or undefined for a new one. */
export function chosen(campaignId: string | undefined): Pick<InviteDraft, 'campaignId' | 'isRest'> {
  return { campaignId, isRest: undefined }
}
