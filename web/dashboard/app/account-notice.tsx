import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onApiError } from '../api/api-error.ts'
import { Icon } from '../ui/icon.tsx'
import { accountBlock, type CurrentAccount, upgradeHint } from './account-block.ts'
import { accountQuery, queryClient } from './queries.ts'
import { isPause } from './rights.ts'

/** What stands above every page while the account cannot do everything: paused, not paid, or a trial near its end. */
export function AccountNotice() {
  const { data: account, error } = useQuery(accountQuery)
  // A refusal may be the first to tell that the account is paused or not paid any more; then every page is to know.
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
      <span>{words}</span>
    </p>
  )
}

/** One sentence of what is so and one of the way out; undefined where there is nothing to say. */
export function noticeFor(account: Pick<CurrentAccount, 'state' | 'billing' | 'usage'>): string | undefined {
  const block = accountBlock(account)
  if (block) return block.words
  const { billing, usage } = account
  if (billing.status !== 'trialing') return undefined
  const nearest = [
    [usage.reports, usage.reportLimit, 'reports'] as const,
    [usage.profiles, usage.profileLimit, 'profiles'] as const,
  ].find(([used, limit]) => limit !== null && used >= limit * 0.8)
  if (!nearest) return undefined
  const [used, limit, what] = nearest
  return `${used} of ${limit} ${what} of the trial are used. ${used >= (limit ?? 0) ? 'No new one can be added. ' : ''}${upgradeHint}`
}
