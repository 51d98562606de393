import { useQuery } from '@tanstack/react-query'
import { hasScope } from './access.ts'
import { accountBlock, type CurrentAccount, isFull, upgradeHint } from './account-block.ts'
import { ApiError } from './api-error.ts'
import { accountQuery } from './queries.ts'

/** What can be done here now: as far as the token goes, and as far as the account's state and billing let anybody. */
export type Rights = {
  /** Also downloads and links to reports; a paused account refuses even these. */
  readonly mayRead: boolean
  /** Invites, retakes and links for many. */
  readonly maySend: boolean
  /** People who are not here yet. */
  readonly mayAdd: boolean
  /** Names, addresses, deletion. */
  readonly mayChange: boolean
  readonly mayTag: boolean
  readonly mayWriteDebriefs: boolean
  /** Settings, the logo, keys of other systems. */
  readonly maySet: boolean
  /** Why new people cannot be added or invited, where the account is the reason; nothing where the token is. */
  readonly why: string | undefined
}

/** Until the account is known the token decides: what it refuses is said by the refusal. */
export function rightsOf(
  account: Pick<CurrentAccount, 'state' | 'billing' | 'usage'> | 'closed' | undefined,
  may: (scope: string) => boolean,
  now = Date.now(),
): Rights {
  const block = accountBlock(account, now)
  const isOpen = block?.kind !== 'closed'
  const full = account !== undefined && account !== 'closed' && isFull(account)
  return {
    mayRead: isOpen && may('profiles:read'),
    maySend: !block && may('profiles:write'),
    mayAdd: !block && !full && may('profiles:write'),
    mayChange: isOpen && may('profiles:write'),
    mayTag: isOpen && may('tags:manage'),
    mayWriteDebriefs: !block && may('profiles:read'),
    maySet: isOpen && may('account:write'),
    why: block?.words ?? (full ? `The trial has no room for another profile. ${upgradeHint}` : undefined),
  }
}

export function useRights(): Rights {
  const { data, error } = useQuery(accountQuery)
  return rightsOf(isPause(error) ? 'closed' : data, hasScope)
}

/** A paused account answers everything with this, itself included. */
export function isPause(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'account_paused'
}
