import type { FastifyRequest } from 'fastify'
import { menuTexts } from '../../content/menu.ts'
import type { Membership } from '../../contract/authorization.ts'
import { Failure } from '../../contract/failure.ts'
import { scopesOfRole } from '../../contract/scope.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics } from '../page/send-page.ts'
import { chosenTheme } from '../page/theme.ts'
import type { SignedInView } from '../views/signed-in-view.ts'
import { memberCallerOf } from './member-caller.ts'
import type { MemberOperationResult } from './member-operations-interface.ts'
import type { OAuthSettings } from './settings.ts'

export type SignedInSettings = Pick<OAuthSettings, 'mountPath' | 'region' | 'mailbox' | 'runMemberOperation'>

/**
 * The common part of all pages for people who are signed in: language, and the dashboard's menu for one account. That is
 * the chosen one, or the account in the URL if they are a member of it, otherwise their first.
 */
export async function signedInView(
  request: FastifyRequest,
  settings: SignedInSettings,
  {
    person,
    memberships,
    chosen,
  }: { person: SignedInPerson; memberships: readonly Membership[]; chosen?: Membership | undefined },
): Promise<
  ReturnType<typeof pageBasics> &
    Pick<SignedInView, 'root' | 'home' | 'email' | 'account' | 'hasSeveral' | 'theme' | 'menu'>
> {
  const own = memberships.filter(({ isAccepted }) => isAccepted)
  const requestedId = searchParamsOf(request).get('account')
  const selected = chosen ?? own.find(({ accountId }) => accountId === requestedId) ?? own[0]
  const basics = pageBasics(request)
  const theme = chosenTheme(request)
  const counts = selected && (await countForMenu(request, settings, person, selected))
  return {
    ...basics,
    root: settings.mountPath,
    home: '/',
    email: person.email,
    hasSeveral: own.length > 1,
    ...(theme && { theme }),
    menu: {
      words: menuTexts(basics.locale),
      scopes: selected ? scopesOfRole(selected.role) : [],
      isLimited: selected?.role === 'coach',
      ...(settings.mailbox !== undefined && { mailbox: settings.mailbox }),
      ...counts,
    },
    ...(selected && { account: { id: selected.accountId, name: selected.accountName } }),
  }
}

/**
 * The numbers of the menu. It does without them for coaches, for an account that doesn't open with this sign-in, and for
 * one of another region, whose answer the page would have to wait for.
 */
async function countForMenu(
  request: FastifyRequest,
  { region, runMemberOperation }: SignedInSettings,
  person: SignedInPerson,
  membership: Membership,
): Promise<MemberOperationResult<'read_menu'> | undefined> {
  if (membership.role === 'coach' || membership.region !== region) return undefined
  const caller = memberCallerOf(membership, person)
  return runMemberOperation('read_menu', caller, {}, { id: String(request.id) }).catch((error) => {
    if (error instanceof Failure) return undefined
    throw error
  })
}
