import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Membership } from '../../contract/authorization.ts'
import { Failure, notFound } from '../../contract/failure.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import type { AccessView, LinkKindView, LinkSection } from '../views/access-view.ts'
import { groupGrantsByApp } from './apps.ts'
import { memberCallerOf } from './member-caller.ts'
import { sendToSignIn } from './send-to-sign-in.ts'
import { findSignedInPerson } from './session-cookie.ts'
import type { OAuthSettings } from './settings.ts'
import { signedInView } from './signed-in-view.ts'

type SignedInSession = SignedInPerson & { secret: string }
type Reach = NonNullable<NonNullable<AccessView['account']>['reach']>

/** `/access`: lists everything that has access to an account, so that its owners can revoke it. */
export function registerAccess(pages: FastifyInstance, settings: OAuthSettings): void {
  const root = settings.mountPath

  pages.get('/access', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'access')
    const memberships = await settings.people.listMemberships(person)
    const own = memberships.filter(({ isAccepted }) => isAccepted)
    const requestedId = searchParamsOf(request).get('account')
    const first = own.find(({ role }) => role === 'owner') ?? own[0]
    const chosen = requestedId === null ? first : own.find(({ accountId }) => accountId === requestedId)
    if (!chosen && requestedId !== null) throw notFound("You're not a member of this account.")
    const isAllowed = chosen?.role === 'owner'
    const reach =
      chosen && isAllowed ? await readAccountAccess(settings, request, { person, chosen }) : undefined
    const { account: _, ...frame } = await signedInView(request, settings, { person, memberships, chosen })
    const view: AccessView = {
      ...frame,
      csrfToken: settings.csrf.createToken(person.secret, purpose),
      appsCsrfToken: settings.csrf.createToken(person.secret, 'apps'),
      now: settings.clock().toISOString(),
      isDone: searchParamsOf(request).get('done') !== null,
      opened: kinds.find((one) => one === searchParamsOf(request).get('done')),
      accounts: own.map((one) => ({ id: one.accountId, name: one.accountName, isChosen: one === chosen })),
      ...(chosen && {
        account: { id: chosen.accountId, name: chosen.accountName, isAllowed, ...(reach && { reach }) },
      }),
    }
    return sendPage(reply, settings.pages.renderAccess(view), chosen && !isAllowed ? 403 : 200)
  })

  handlePost('end', async (run, form) => {
    const person = form.get('person')
    const which =
      person === null ? { id: form.get('link') ?? '', ofPerson: false } : { id: person, ofPerson: true }
    await run('end_links', { kind: form.get('kind') ?? '', ...which })
  })
  handlePost('require-passkey', async (run, form) => {
    await run('require_passkey', { requirePasskey: form.get('require') === 'on' })
  })

  type Run = (name: 'end_links' | 'require_passkey', input: Record<string, unknown>) => Promise<unknown>

  /** Handles a form of this page: same origin, valid CSRF token, and an account of the signed-in person. */
  function handlePost(name: string, act: (run: Run, form: URLSearchParams) => Promise<void>): void {
    pages.post(`/access/${name}`, async (request, reply) => {
      refuseCrossOrigin(request, settings.authUrl)
      const person = await findSignedInPerson(request, settings)
      if (!person) return sendToSignIn(settings, reply, 'access')
      const form = readForm(request)
      settings.csrf.verifyForm(form, person.secret, purpose)
      const accountId = form.get('account')
      const memberships = await settings.people.listMemberships(person)
      const membership = memberships.find((one) => one.accountId === accountId && one.isAccepted)
      if (!membership) throw notFound("You're not a member of this account.")
      try {
        const caller = memberCallerOf(membership, person)
        await act((name, input) => settings.runMemberOperation(name, caller, input, { id: request.id }), form)
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'sign_in_too_old')) throw error
        return reply.redirect(`${root}/sign-in?continue=access&again=1`, 303)
      }
      const query = new URLSearchParams({ account: membership.accountId })
      const search = parseSearch(form.get('q'))
      if (search) query.set('q', search)
      if (name === 'end') query.set('done', kinds.find((one) => one === form.get('kind')) ?? '1')
      return reply.redirect(`${root}/access?${query}`, 303)
    })
  }
}

const purpose = 'access'
const kinds: readonly LinkKindView[] = ['report', 'share', 'invite']
/** Links of each kind on the page with everything; their own pages have more. */
const mostAtFirst = 10

type OwnerOfAccount = { person: SignedInSession; chosen: Membership }

/** Everything on the first page; later pages have one list of links only. Undefined if the region doesn't answer. */
async function readAccountAccess(
  settings: OAuthSettings,
  request: FastifyRequest,
  about: OwnerOfAccount,
): Promise<Reach | undefined> {
  const { person, chosen } = about
  const search = searchParamsOf(request)
  const kind = kinds.find((one) => one === search.get('kind'))
  const after = parseLinkCursor(search.get('after'))
  const text = parseSearch(search.get('q'))
  // Public links are nobody's.
  const shown = kind ? [kind] : kinds.filter((one) => text === undefined || one !== 'share')
  const hasPasskeySession = person.method === 'passkey'
  try {
    const [sections, own] = await Promise.all([
      Promise.all(
        shown.map((one) =>
          readLinkSection(settings, request, about, {
            kind: one,
            after,
            search: text,
            most: kind || text ? undefined : mostAtFirst,
          }),
        ),
      ),
      kind || text ? undefined : listNonLinkAccess(settings, request, about),
    ])
    return {
      requirePasskey: chosen.requirePasskey,
      hasPasskeySession,
      sections,
      ...(own && { own }),
      ...(text && { search: text }),
    }
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unavailable') return undefined
    throw error
  }
}

async function listNonLinkAccess(
  { runMemberOperation, apps }: OAuthSettings,
  request: FastifyRequest,
  { person, chosen }: OwnerOfAccount,
): Promise<NonNullable<Reach['own']>> {
  const caller = memberCallerOf(chosen, person)
  const metadata = { id: String(request.id) }
  const [{ clients }, { members }, connected] = await Promise.all([
    runMemberOperation('list_clients', caller, {}, metadata),
    runMemberOperation('list_members', caller, {}, metadata),
    apps.list(person.id, [chosen]),
  ])
  const accountGrants = [...connected.own, ...connected.others].filter(
    ({ accountId, region }) => accountId === chosen.accountId && region === chosen.region,
  )
  return {
    clients: clients.filter(({ revokedAt }) => revokedAt === null),
    members,
    apps: groupGrantsByApp(accountGrants, [chosen]),
  }
}

async function readLinkSection(
  { runMemberOperation, mountPath }: OAuthSettings,
  request: FastifyRequest,
  { person, chosen }: OwnerOfAccount,
  {
    kind,
    after,
    search,
    most,
  }: {
    kind: LinkKindView
    after: { createdAt: string; id: string } | undefined
    search: string | undefined
    /** By default as many as a page of the operation has. */
    most: number | undefined
  },
): Promise<LinkSection> {
  const input = { kind, ...(after ? { after } : {}), ...(search ? { search } : {}) }
  const metadata = { id: String(request.id) }
  const {
    counts,
    links: all,
    next: nextPage,
  } = await runMemberOperation('list_links', memberCallerOf(chosen, person), input, metadata)
  const links = all.slice(0, most)
  const next = links.length < all.length ? links.at(-1) : nextPage
  const query = search ? `&q=${encodeURIComponent(search)}` : ''
  const pageUrl = `${mountPath}/access?account=${chosen.accountId}${query}`
  return {
    kind,
    count: counts[kind],
    links,
    ...(next
      ? { more: `${pageUrl}&kind=${kind}&after=${encodeURIComponent(`${next.createdAt} ${next.id}`)}` }
      : {}),
    ...(after ? { first: pageUrl } : {}),
  }
}

function parseLinkCursor(text: string | null): { createdAt: string; id: string } | undefined {
  const [, createdAt, id] = /^(\S{20,30}) ([0-9a-f]{24})$/.exec(text ?? '') ?? []
  return createdAt && id ? { createdAt, id } : undefined
}

function parseSearch(text: string | null): string | undefined {
  return text?.trim().slice(0, 100) || undefined
}
