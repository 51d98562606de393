import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../api/refusal.ts'
import { Icon } from '../ui/icon.tsx'
import { accountQuery } from './queries.ts'

/** What stands above every page while the account cannot do everything: paused, not paid, or a trial near its end. */
export function AccountNotice() {
  const { data: account, error } = useQuery(accountQuery)
  const isPaused = error instanceof Refusal && error.code === 'account_paused'
  const words = isPaused ? error.message : account && noticeFor(account)
  if (!words) return null
  return (
    <p className="account-notice" role="status">
      <Icon name="warning" />
      <span>{words}</span>
    </p>
  )
}

type Account = Awaited<ReturnType<NonNullable<typeof accountQuery.queryFn>>>

/** One sentence of what is so and one of the way out; undefined where there is nothing to say. */
export function noticeFor({
  state,
  billing,
  usage,
}: Pick<Account, 'state' | 'billing' | 'usage'>): string | undefined {
  if (state === 'paused')
    return 'This account is paused, so nothing can be changed or read. Ask whoever runs the service to resume it.'
  if (billing.status === 'canceled' || billing.status === 'unpaid') {
    return `This account is ${billing.status}: what is here can be read, and nothing new can be sent. Ask whoever runs the service.`
  }
  if (billing.status !== 'trialing') return undefined
  if (billing.trialEndDate !== null && billing.trialEndDate * 1000 < Date.now()) {
    return 'The trial has ended: what is here can be read, and nothing new can be sent. Ask whoever runs the service for a plan.'
  }
  const nearest = [
    [usage.reports, usage.reportLimit, 'reports'] as const,
    [usage.profiles, usage.profileLimit, 'profiles'] as const,
  ].find(([used, limit]) => limit !== null && used >= limit * 0.8)
  if (!nearest) return undefined
  const [used, limit, what] = nearest
  return `${used} of ${limit} ${what} of the trial are used. ${used >= (limit ?? 0) ? 'No new one can be added.' : ''} Ask whoever runs the service for a plan.`
}
