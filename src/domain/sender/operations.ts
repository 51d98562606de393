import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation, type PrepareContext } from '../../contract/operation.ts'
import { makerOf } from '../link/maker.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { applyFindings } from './apply.ts'
import { actionOf } from './check.ts'
import { lookUpRecords } from './findings.ts'
import { makeKey } from './key.ts'
import { isDeceptive } from './look-alike.ts'
import { domainsOf, Sender, SenderAddress, toSender } from './model.ts'
import {
  findSender,
  isProvenByAnother,
  lockSender,
  putSender,
  removeSenderRow,
  setLocalPart,
} from './store.ts'

export const getSender = operation({
  name: 'get_sender',
  summary: "Read the account's own sender address, and its DNS records",
  scope: 'account:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: Sender,
  rest: {
    group: 'accounts',
    route: 'GET /account/sender',
    sdk: 'accounts.getSender',
    key: 'sender',
    status: 200,
  },
  async run(context) {
    return { resource: await readSender(context) }
  },
})

export const setSender = operation({
  name: 'set_sender',
  summary: "Choose the account's own sender address",
  description:
    'Invites, reminders and new links come from it once its required records are in the DNS (`POST /account/sender/check`, ' +
    'or within an hour); until then they come from the service. Another local part keeps the records; another domain gets ' +
    'a new proof and a new key. Sign-in codes and notices always come from the service. Owners get an email.',
  scope: 'account:write',
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['invalid', 'conflict'],
  input: z.strictObject({ address: SenderAddress }),
  output: Sender,
  rest: {
    group: 'accounts',
    route: 'PUT /account/sender',
    sdk: 'accounts.setSender',
    key: 'sender',
    status: 200,
    examples: { body: { address: 'people@northwind.example' } },
  },
  async prepare({ address }, context) {
    refuseSandbox(context)
    const { from, returnPath } = domainsOf(context.installation)
    const { publicUrl, authUrl } = context.installation
    const own = [from, returnPath, ...[publicUrl, authUrl].map((url) => new URL(url).hostname)]
    if (isDeceptive(address.domain, own)) throw new Failure('sender_domain_refused', { param: 'address' })
    const former = await context.transact((sql) => findSender(sql, context.account.id))
    return { address, made: former?.domain === address.domain ? undefined : await makeKey(context) }
  },
  async run(context, { address, made }) {
    const { sql, account, now } = context
    const former = await lockSender(sql, account.id)
    const { localPart, domain } = address
    if (former?.domain === domain && former.localPart === localPart)
      return { resource: await readSender(context), changes: [] }
    if (former?.domain === domain) await setLocalPart(sql, account.id, localPart)
    else if (made) await putSender(sql, account.id, { ...address, ...made }, now())
    else throw new Failure('conflict')
    await notifyOwners(context, makerOf(context.caller).memberId, { kind: 'senderSet', domain })
    return {
      resource: await readSender(context),
      changes: [{ target: { type: 'account', id: account.id }, changes: { domain } }],
    }
  },
})

export const checkSender = operation({
  name: 'check_sender',
  summary: 'Look up the DNS records of the sender address now',
  description:
    'Looks up all records and returns what was found. If both required records are there, emails to people come from the ' +
    'address right away; if one is gone, they no longer do. Active senders are also checked every hour.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['conflict'],
  input: z.strictObject({}),
  output: Sender,
  rest: {
    group: 'accounts',
    route: 'POST /account/sender/check',
    sdk: 'accounts.checkSender',
    key: 'sender',
    status: 200,
  },
  async prepare(_, { transact, systemRead, account, lookUpTxt, installation }) {
    const seen = await transact((sql) => findSender(sql, account.id))
    if (!seen) return { seen, findings: undefined, isTaken: false }
    const findings = await lookUpRecords(lookUpTxt, seen, domainsOf(installation))
    const isTaken = await systemRead((sql) => isProvenByAnother(sql, account.id, seen.domain))
    return { seen, findings, isTaken }
  },
  async run(context, { seen, findings, isTaken }) {
    const { sql, account, now } = context
    const row = await lockSender(sql, account.id)
    if (!row || !findings || row.selector !== seen?.selector)
      return { resource: await readSender(context), changes: [] }
    // Only said to someone who controls the domain. Of two at the same moment, the unique index refuses one.
    if (isTaken && findings.ownership.state === 'found') throw new Failure('sender_domain_taken')
    const change = await applyFindings(sql, account.id, { row, findings, now: now() })
    if (change === 'lost')
      await notifyOwners(context, makerOf(context.caller).memberId, {
        kind: 'senderLost',
        domain: row.domain,
      })
    const target = { type: 'account', id: account.id } as const
    const own = { target, changes: { domain: row.domain } }
    return {
      resource: await readSender(context),
      changes: [change ? { ...own, action: actionOf(change) } : own],
    }
  },
})

export const removeSender = operation({
  name: 'remove_sender',
  summary: "Remove the account's own sender address; emails come from the service again",
  description: 'Its key is deleted. The records in the DNS are of no use any more.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  input: z.strictObject({}),
  output: z.null(),
  rest: { group: 'accounts', route: 'DELETE /account/sender', sdk: 'accounts.removeSender', status: 204 },
  async run({ sql, account }) {
    const isRemoved = await removeSenderRow(sql, account.id)
    const target = { type: 'account', id: account.id } as const
    return { resource: null, changes: isRemoved ? [{ target }] : [] }
  },
})

async function readSender({
  sql,
  account,
  installation,
}: Pick<Context, 'sql' | 'account' | 'installation'>): Promise<z.output<typeof Sender>> {
  return toSender(await findSender(sql, account.id), domainsOf(installation))
}

/** A sandbox sends nothing, and could only take a domain away from its account. */
function refuseSandbox({ account }: Pick<PrepareContext, 'account'>): void {
  if (account.mode === 'sandbox') throw new Failure('sandbox_sender')
}
