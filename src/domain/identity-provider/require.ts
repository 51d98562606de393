import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { listMemberRows } from '../member/store.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { endGrantsHere } from './end-grants.ts'
import { endingBy, refuseElsewhere, requireDomain } from './guards.ts'
import { DomainName } from './model.ts'
import { findProvider, setRequired } from './store.ts'

const Requirement = z.strictObject({ domain: DomainName, required: z.boolean() })

/** Owners are exempt, so that they can repair it: see `recover.ts`. */
export const requireIdentityProvider = operation({
  name: 'require_identity_provider',
  summary: 'Require members of a domain to sign in with the identity provider, or stop requiring it',
  access: 'member',
  roles: ['owner'],
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['shareLink.ended', 'webhook.disabled'],
  refuses: ['forbidden', 'missing', 'conflict'],
  input: Requirement,
  output: Requirement,
  async run(context, { domain, required }) {
    refuseElsewhere(context)
    const { sql, account, caller } = context
    const resource = { domain, required }
    const row = await requireDomain(context, domain)
    if (row.required === required) return { resource, changes: [] }
    if (required && row.provenAt === null) throw new Failure('domain_unproven')
    if (required && !(await findProvider(sql, account.id))?.usedAt) throw new Failure('provider_untried')
    await setRequired(sql, account.id, domain, required)
    const memberId = caller.kind === 'member' ? caller.memberId : null
    await notifyOwners(context, memberId, {
      kind: required ? 'providerRequired' : 'providerOptional',
      domain,
    })
    const change: Change = {
      target: { type: 'account', id: account.id },
      changes: { domain, required },
    }
    return { resource, changes: [change, ...(required ? await disconnectApps(context, domain) : [])] }
  },
})

/** What members connected before, they may have connected without the provider. They can connect it again. */
async function disconnectApps(context: Context, domain: string): Promise<Change[]> {
  const members = await listMemberRows(context.sql, context.account.id)
  const bound = members.filter(({ email, role }) => email.endsWith(`@${domain}`) && role !== 'owner')
  const memberIds = bound.map(({ id }) => id)
  return endGrantsHere(context.sql, endingBy(context), { memberIds }, 'provider_required')
}
