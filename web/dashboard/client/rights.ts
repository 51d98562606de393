import { useQuery } from '@tanstack/react-query'
import { hasScope } from './access.ts'
import { accountBlock, asking, type CurrentAccount } from './account-block.ts'
import { isPause } from './pause.ts'
import { accountQuery } from './queries.ts'
import { words } from './words.ts'

/** What the user can do now, by the token's scopes and by the account's state and billing. */
export type Rights = {
  /** Includes downloads and report links, which a paused account refuses too. */
  readonly mayRead: boolean
  /** Invites, retakes and public links. */
  readonly maySend: boolean
  /** Add people. */
  readonly mayAdd: boolean
  /** Names, addresses, deletion. */
  readonly mayChange: boolean
  readonly mayTag: boolean
  /** Report links, print, and everything held on a person. */
  readonly mayShare: boolean
  /** Coaches see the people of their teams only, and read. */
  readonly isCoach: boolean
  readonly mayWriteDebriefs: boolean
  /** Settings, the logo, external IDs. */
  readonly maySet: boolean
  /** Why people can't be added or invited, if the account is the reason. Undefined if the token is the reason. */
  readonly why: string | undefined
}

/** Until the account is loaded, only the token counts. If the API refuses then, its error says why. */
export function rightsOf(
  account:
    | (Pick<CurrentAccount, 'state' | 'billing' | 'usage'> & Partial<Pick<CurrentAccount, 'sees'>>)
    | 'closed'
    | undefined,
  may: (scope: string) => boolean,
  now = Date.now(),
): Rights {
  const block = accountBlock(account, now)
  const isOpen = block?.kind !== 'closed'
  const full = account !== undefined && account !== 'closed' && isFull(account)
  const isCoach = account !== undefined && account !== 'closed' && account.sees === 'teams'
  return {
    mayRead: isOpen && may('profiles:read'),
    maySend: !block && may('profiles:write'),
    mayAdd: !block && !full && may('profiles:write'),
    mayChange: isOpen && may('profiles:write'),
    mayTag: isOpen && may('tags:manage') && !isCoach,
    mayWriteDebriefs: !block && may('profiles:read'),
    maySet: isOpen && may('account:write'),
    mayShare: isOpen && may('profiles:read') && !isCoach,
    isCoach,
    why: block?.words ?? (full ? asking(words.trial.noRoom, 'plan') : undefined),
  }
}

export function useRights(): Rights {
  const { data, error } = useQuery(accountQuery)
  return rightsOf(isPause(error) ? 'closed' : data, hasScope)
}

/** Whether the limit of profiles is reached. Existing people can still be invited. */
function isFull({ usage: { profiles, profileLimit } }: Pick<CurrentAccount, 'usage'>): boolean {
  return profileLimit !== null && profiles >= profileLimit
}
