import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Change, operation } from '../../contract/operation.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { endGrantsOfProvider } from './end-grants.ts'
import { endingBy, refuseElsewhere, requireDomain } from './guards.ts'
import { DomainName, maxDomains, recordOf } from './model.ts'
import { insertDomain, isProvenAnywhere, listDomains, removeDomainRow, setProven } from './store.ts'

const OneDomain = z.strictObject({ domain: DomainName })

export const addSignInDomain = operation({
  name: 'add_sign_in_domain',
  summary: 'Add a domain whose members sign in with the identity provider, once it is proven',
  access: 'member',
  roles: ['owner'],
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  refuses: ['forbidden', 'conflict'],
  input: OneDomain,
  output: z.null(),
  async run(context, { domain }) {
    refuseElsewhere(context)
    const { sql, account } = context
    const domains = await listDomains(sql, account.id)
    if (domains.some((one) => one.domain === domain)) return { resource: null, changes: [] }
    if (domains.length >= maxDomains) throw new Failure('too_many_domains')
    await insertDomain(sql, account.id, {
      domain,
      proof: randomBytes(16).toString('hex'),
      now: context.now(),
    })
    return { resource: null, changes: [{ target: { type: 'account', id: account.id }, changes: { domain } }] }
  },
})

/** The record is looked up before the transaction, and compared with the proof in it. */
export const proveSignInDomain = operation({
  name: 'prove_sign_in_domain',
  summary: 'Prove a domain by its TXT record',
  access: 'member',
  roles: ['owner'],
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['forbidden', 'missing', 'conflict', 'unavailable'],
  input: OneDomain,
  output: z.null(),
  async prepare({ domain }, { lookUpTxt, transact, systemRead, account }) {
    const known = await transact((sql) => listDomains(sql, account.id))
    const isOwn = known.some((one) => one.domain === domain)
    const records = isOwn
      ? await lookUpTxt(recordOf({ domain, proof: '' }).name).catch((cause) => {
          throw new Failure('dns_unavailable', { cause })
        })
      : []
    return { domain, records, isTaken: await systemRead((sql) => isProvenAnywhere(sql, domain)) }
  },
  async run(context, { domain, records, isTaken }) {
    refuseElsewhere(context)
    const { sql, account, caller } = context
    const row = await requireDomain(context, domain)
    if (row.provenAt !== null) return { resource: null, changes: [] }
    if (!records.some((record) => record.trim() === recordOf(row).value)) throw new Failure('domain_unproven')
    // Only said to someone who controls the domain. Of two at the same moment, the unique index refuses one.
    if (isTaken) throw new Failure('domain_taken')
    await setProven(sql, account.id, domain, context.now())
    const memberId = caller.kind === 'member' ? caller.memberId : null
    await notifyOwners(context, memberId, { kind: 'domainProven', domain })
    return { resource: null, changes: [{ target: { type: 'account', id: account.id }, changes: { domain } }] }
  },
})

export const removeSignInDomain = operation({
  name: 'remove_sign_in_domain',
  summary:
    'Remove a domain; its members sign in by email or passkey again, and sessions of the provider end, with apps connected in them',
  access: 'member',
  roles: ['owner'],
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['shareLink.ended', 'webhook.disabled'],
  evenPaused: true,
  refuses: ['forbidden', 'missing'],
  input: OneDomain,
  output: z.null(),
  async run(context, { domain }) {
    const { sql, account, caller } = context
    const { provenAt } = await requireDomain(context, domain)
    await removeDomainRow(sql, account.id, domain)
    const memberId = caller.kind === 'member' ? caller.memberId : null
    if (provenAt !== null) await notifyOwners(context, memberId, { kind: 'domainRemoved', domain })
    const change: Change = { target: { type: 'account', id: account.id }, changes: { domain } }
    const ended = await endGrantsOfProvider(sql, endingBy(context), { domain })
    return { resource: null, changes: [change, ...ended] }
  },
})
