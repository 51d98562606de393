import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountBlock, noticeFor } from '../client/account-block.ts'
import { onApiError } from '../client/api-error.ts'
import { isPause } from '../client/pause.ts'
import { accountQuery, queryClient } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { Icon } from '../ui/icon.tsx'

/** Shown above every page while the account is restricted: paused, unpaid, or a trial near its end. */
export function AccountNotice() {
  const { data: account, error } = useQuery(accountQuery)
  // Any request's error can be the first sign that the account is paused or unpaid. Then reload the account, so every
  // page shows it.
  useEffect(
    () =>
      onApiError((refusal) => {
        const state = queryClient.getQueryState(accountQuery.queryKey)
        if (state?.fetchStatus === 'fetching' || isPause(state?.error)) return
        if (isPause(refusal) || refusal.status === 402) {
          void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
        }
      }),
    [],
  )
  const words = isPause(error) ? accountBlock('closed')?.words : account && noticeFor(account)
  if (!words) return null
  return (
    <p className="account-notice" role="status">
      <Icon name="warning" />
      <span>{withContact(words)}</span>
    </p>
  )
}

/** The contact of the operator in it as a link. */
function withContact(text: string) {
  const { operatorContact: contact = '' } = settings
  const [before, after] = contact === '' ? [] : text.split(contact)
  if (after === undefined) return text
  return (
    <>
      {before}
      <a href={contact.includes('@') ? `mailto:${contact}` : contact}>{contact}</a>
      {after}
    </>
  )
}
