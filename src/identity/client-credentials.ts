import { randomBytes } from 'node:crypto'
import { type Payer, paidBy } from '../contract/payer.ts'
import type { Database, Sql } from '../contract/ports.ts'
import { isScope, type Scope } from '../contract/scope.ts'
import { insertMachineSecret } from './machine-clients.ts'
import { hashSecret, sameHash } from './secret.ts'

/** A machine client that has authenticated, as the token endpoint needs it. */
export type MachineClient = { accountId: string; clientId: string; scopes: Scope[] }

/**
 * A client ID contains its region and, in its first twelve bytes, its account:
 * `m2m_us_<base64url of account and 12 random bytes>`. So another region can answer 421 without a lookup.
 */
export function newClientId(region: string, accountId: string, own: Buffer = randomBytes(12)): string {
  const bytes = Buffer.concat([Buffer.from(accountId, 'hex'), own])
  return `m2m_${region}_${bytes.toString('base64url')}`
}

export function parseClientId(clientId: string): { region: string; accountId: string } | undefined {
  const match = /^m2m_([a-z]{2,8})_([A-Za-z0-9_-]{32})$/.exec(clientId)
  if (!match?.[1] || !match[2]) return undefined
  return { region: match[1], accountId: Buffer.from(match[2], 'base64url').subarray(0, 12).toString('hex') }
}

/** The payer of rate limits for an authenticated client. */
export function machineClientPayer({ accountId, clientId }: MachineClient): Payer<'client'> {
  return paidBy('client', `${accountId}:${clientId}`)
}

export type NewClient = {
  accountId: string
  region: string
  name: string
  scopes: readonly Scope[]
  now: Date
  /** Twelve bytes of the ID, if the caller generated them so that a repeated request creates only one client. */
  own?: Buffer
  /** The member who created it; null for the operator. */
  madeBy?: string | null
}

/** Creates a client in the account that `sql` is bound to. The secret is returned here and never again. */
export async function insertMachineClient(
  sql: Sql,
  client: NewClient,
): Promise<{ clientId: string; clientSecret: string }> {
  const { accountId, now, madeBy = null } = client
  const clientId = await addMachineClient(sql, client)
  return { clientId, clientSecret: await insertMachineSecret(sql, { accountId, clientId, now, madeBy }) }
}

/** Creates a client without a secret, which can request no token. Returns its id. */
export async function addMachineClient(sql: Sql, client: NewClient): Promise<string> {
  const { accountId, now, madeBy = null } = client
  const clientId = newClientId(client.region, accountId, client.own)
  await sql.run(
    `insert into machine_client (account_id, client_id, name, scopes, created_at, made_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [accountId, clientId, client.name, client.scopes, now, madeBy],
  )
  return clientId
}

/**
 * The client with these credentials, or undefined. The same statement and the same comparison run whether or not the
 * client exists, so that timing reveals nothing.
 */
export async function findMachineClient(
  database: Database,
  credentials: { clientId: string; clientSecret: string },
  /** Called with the hash of the correct secret. */
  onUse: (client: MachineClient, secretHash: Buffer) => void = () => {},
): Promise<MachineClient | undefined> {
  const parsedId = parseClientId(credentials.clientId)
  const accountId = parsedId?.accountId ?? '0'.repeat(24)
  const rows = await database.inAccount(
    accountId,
    (sql) =>
      sql.rows<{ scopes: string[]; secret_hash: Buffer }>(
        `select client.scopes, secret.secret_hash
           from machine_client client join machine_secret secret using (account_id, client_id)
          where client.account_id = $1 and client.client_id = $2 and client.revoked_at is null
            and (secret.expires_at is null or secret.expires_at > now())`,
        [accountId, credentials.clientId],
      ),
    { readOnly: true, unproven: true },
  )
  const sentHash = hashSecret(credentials.clientSecret)
  let scopes: string[] | undefined
  if (rows.length === 0) sameHash(sentHash, Buffer.alloc(sentHash.length))
  for (const row of rows) if (sameHash(sentHash, row.secret_hash)) scopes = row.scopes
  if (!scopes) return undefined
  const client = { accountId, clientId: credentials.clientId, scopes: scopes.filter(isScope) }
  onUse(client, sentHash)
  return client
}
