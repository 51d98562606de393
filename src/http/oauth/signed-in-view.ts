import type { FastifyRequest } from 'fastify'
import type { Membership } from '../../contract/authorization.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics } from '../page/send-page.ts'
import type { SignedInView } from '../views/signed-in-view.ts'

/**
 * The common part of all pages for people who are signed in: language, links to the other pages, and the account in the
 * header. That is the account in the URL if they are a member of it, otherwise their first.
 */
export function signedInView(
  request: FastifyRequest,
  { mountPath }: { mountPath: string },
  { email, memberships }: { email: string; memberships: readonly Membership[] },
): ReturnType<typeof pageBasics> & Pick<SignedInView, 'root' | 'home' | 'email' | 'account' | 'hasSeveral'> {
  const own = memberships.filter(({ isAccepted }) => isAccepted)
  const requestedId = searchParamsOf(request).get('account')
  const selected = own.find(({ accountId }) => accountId === requestedId) ?? own[0]
  return {
    ...pageBasics(request),
    root: mountPath,
    home: '/',
    email,
    hasSeveral: own.length > 1,
    ...(selected && { account: { id: selected.accountId, name: selected.accountName } }),
  }
}
