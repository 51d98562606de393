import { useQuery } from '@tanstack/react-query'
import { noticeFor } from './account-block.ts'
import { accountQuery } from './queries.ts'
import { useRights } from './rights.ts'

/** Why people can't be added or invited, unless the notice above every page says just that. */
export function useUnsaidReason(): string | undefined {
  const { why } = useRights()
  const { data: account } = useQuery(accountQuery)
  return account && noticeFor(account) === why ? undefined : why
}
