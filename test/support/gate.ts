import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Caller, DelegateCaller, GuestCaller, MachineCaller } from '../../src/contract/caller.ts'
import { Failure } from '../../src/contract/failure.ts'
import { type Limits, noLimits } from '../../src/contract/limits.ts'
import type { Context, InstallationConfig, Operation, Result } from '../../src/contract/operation.ts'
import { networkOf, type Payer } from '../../src/contract/payer.ts'
import type { AccountOptions, AsyncPorts, Database } from '../../src/contract/ports.ts'
import type { Allowance, RequestMetadata } from '../../src/contract/request.ts'
import { scopes } from '../../src/contract/scope.ts'
import { createAuthorize, createGate, type GateSettings } from '../../src/gate/gate.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import type { TestDatabase } from './database.ts'

export const now = new Date('2026-11-21T09:00:00Z')

export const installation = {
  region: 'us',
  secretKey: createSecretKeyring([randomBytes(32)]),
  trial: { reports: 5, profiles: 5 },
} as unknown as InstallationConfig

export const asyncPorts: AsyncPorts = {
  encodePicture: async () => ({ png: Buffer.alloc(0), width: 1, height: 1 }),
  drawPicture: async () => Buffer.alloc(0),
  askModel: undefined,
  pause: async () => {},
  stopping: new AbortController().signal,
  eventSignals: { enter: () => undefined },
  callWebhook: async () => ({ status: 200, milliseconds: 1, error: null, excerpt: null }),
  lookUpTxt: async () => [],
  namesOtherIssuer: async () => false,
  spendExport: async () => ({ isWithin: true, nextInSeconds: 0 }),
}

/** A rate limit's answer with requests left, and one without. */
export const within: Allowance = {
  limit: 'programRequests',
  isWithin: true,
  burst: 50,
  windowSeconds: 5,
  remaining: 49,
  nextInSeconds: 0,
}
export const usedUp: Allowance = { ...within, isWithin: false, remaining: 0, nextInSeconds: 3 }

type Run = (context: Context, input: { name: string }) => Promise<unknown>
type Changes = Partial<
  Pick<Operation, 'prepare' | 'withoutPreparation' | 'billed' | 'rest' | 'withoutProfilesRead'>
> & {
  run?: Run
  fields?: z.ZodRawShape
}

const common = { summary: 'Tries the gate.', reveals: 'nothing', issues: 'nothing' }
const fields = { name: z.string().default('nobody'), profileId: z.string().optional() }
const made = z.strictObject({ name: z.string() })

/** A writing operation that answers with its name and records a changed tag. */
export function adding(changes: Changes = {}, access: object = { scope: 'tags:manage' }) {
  const run: Run = async (_, { name }) => ({ resource: { name }, changes: [changed] })
  const { fields: more = {}, ...others } = changes
  const literal = { ...common, name: 'add_thing', effect: 'adds', output: made, run, ...others }
  return { ...literal, ...access, input: z.strictObject({ ...fields, ...more }) } as never as Written
}
type Written = Operation<z.ZodObject, typeof made>

/** A reading operation. */
export function reading(changes: Changes = {}, access: object = { scope: 'account:read' }) {
  const run: Run = async (_, { name }) => ({ resource: { name } })
  return adding({ ...changes, run: changes.run ?? run }, { effect: 'reads', name: 'read_thing', ...access })
}

export const changed = { target: { type: 'tag', id: 'tag' }, changes: { name: true } } as const

/** A gate with its own account, client and member in a database, and a record of what the gate reported. */
export async function openGate(db: TestDatabase, changes: Partial<GateSettings> = {}) {
  const accountId = newPublicId()
  await db.admin(
    `insert into account (id, created_at, updated_at, name, mode) values ($1, $2, $2, 'Northwind', 'live')`,
    [accountId, now],
  )
  const clients = ['m2m_one', 'm2m_two'].map((name) => `${name}_${accountId}`)
  for (const clientId of clients) await db.admin(insertClient, [accountId, clientId, now])
  const [one = '', two = ''] = clients
  const seen = {
    used: [] as Caller[],
    woken: 0,
    noted: [] as string[],
    transactions: [] as (AccountOptions | undefined)[],
  }
  const database: Database = {
    ...db.database,
    inAccount: (account, work, options) => {
      seen.transactions.push(options)
      return db.database.inAccount(account, work, options)
    },
  }
  const settings: GateSettings = {
    database,
    clock: () => now,
    newId: newPublicId,
    installation,
    asyncPorts,
    limits: noLimits,
    revocationsAreFresh: () => true,
    checkOutputs: true,
    recordUse: (caller) => seen.used.push(caller),
    noteEvents: (account) => seen.noted.push(account),
    wakeOutbox: () => {
      seen.woken += 1
    },
    ...changes,
  }
  const gate = createGate(settings)
  const place = { accountId, region: 'us' }
  const machine: MachineCaller = { kind: 'machine', ...place, clientId: one, scopes: new Set(scopes) }
  const guest: GuestCaller = {
    kind: 'guest',
    ...place,
    link: 'personal',
    linkHash: randomBytes(32),
    network: networkOf('192.0.2.1'),
  }
  return {
    db,
    database,
    gate,
    authorize: createAuthorize(settings),
    seen,
    accountId,
    machine,
    guest,
    otherMachine: { ...machine, clientId: two } satisfies MachineCaller,
    /** The account's audit log, oldest first. */
    audited: () => db.admin('select * from audit_entry where account_id = $1 order by seq', [accountId]),
    /** An app that a new owner has authorized. */
    async app(): Promise<DelegateCaller> {
      const memberId = newPublicId()
      await db.admin(insertMember, [accountId, memberId, now])
      return {
        kind: 'delegate',
        ...place,
        clientId: 'app',
        personId: 'person',
        memberId,
        grantId: 'grant',
        tokenId: 'token',
        byPasskey: false,
        signedInAt: undefined,
        scopes: new Set(scopes),
      }
    },
  }
}

const insertClient = `insert into machine_client (account_id, client_id, name, scopes, created_at)
  values ($1, $2, 'Backend', '{}', $3)`
const insertMember = `insert into member (account_id, id, email, role, created_at, accepted_at)
  values ($1, $2, 'owner@' || $2::public_id, 'owner', $3, $3)`

/** Limits with a fixed answer that count requests by limit name. */
export function countingLimits(allowance: Allowance = within) {
  const taken: Record<string, number> = {}
  const payers: string[] = []
  const take =
    (name: string) =>
    ({ kind, key }: Payer) => {
      taken[name] = (taken[name] ?? 0) + 1
      payers.push(`${kind} ${key}`)
      return allowance
    }
  const limits = Object.fromEntries(Object.keys(noLimits).map((name) => [name, take(name)]))
  return { taken, payers, limits: limits as unknown as Limits }
}

export const request = (facts: Partial<RequestMetadata> = {}): RequestMetadata => ({
  id: 'request',
  ...facts,
})

/** The result, or the kind and code of the refusal. */
export async function outcome(work: Promise<Result<unknown>>): Promise<unknown> {
  try {
    const { resource, replayed } = await work
    return replayed ? { again: resource } : resource
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!/^[A-Z].*\w.*[.?]$/.test(error.message))
      throw new Error('The refusal says nothing.', { cause: error })
    return `${error.kind} ${error.code}`
  }
}
