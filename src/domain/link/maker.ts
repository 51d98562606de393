import type { Caller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import type { Maker } from './model.ts'
import { lockMaker } from './store.ts'

/** The caller as the maker of a link. Refused if the caller's client, grant or membership has just ended. */
export async function requireMaker({ sql, account, caller }: Context): Promise<Maker> {
  const maker = makerOf(caller)
  if (await lockMaker(sql, account.id, maker)) return maker
  throw new Failure('token_invalid', { message: 'This token has been revoked.' })
}

/** The caller as the maker of something that outlasts the caller's client, grant or membership. */
export function makerOf(caller: Caller): Maker {
  const { clientId = null } = caller as { clientId?: string }
  const { grantId = null } = caller as { grantId?: string }
  const { memberId = null } = caller as { memberId?: string }
  return { clientId, grantId, memberId }
}
