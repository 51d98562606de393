import type { FastifyRequest } from 'fastify'
import type { SignedInView } from '../../../web/pages/signed-in-view.ts'
import type { Membership } from '../../contract/authorization.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics } from '../page/send-page.ts'

/**
 * What every page of somebody who is signed in is given: its language, the ways to the others, and the account that
 * stands at its head. That is the one of the address if they are a member of it, else their first.
 */
export function signedInView(
  request: FastifyRequest,
  { mountPath }: { mountPath: string },
  { email, memberships }: { email: string; memberships: readonly Membership[] },
): ReturnType<typeof pageBasics> & Pick<SignedInView, 'root' | 'home' | 'email' | 'account' | 'hasSeveral'> {
  const own = memberships.filter(({ isAccepted }) => isAccepted)
  const asked = searchParamsOf(request).get('account')
  const shown = own.find(({ accountId }) => accountId === asked) ?? own[0]
  return {
    ...pageBasics(request),
    ...{ root: mountPath, home: '/', email, hasSeveral: own.length > 1 },
    ...(shown && { account: { id: shown.accountId, name: shown.accountName } }),
  }
}
