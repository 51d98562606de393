import type { TestDatabase } from './database.ts'
import type { RestOperation } from './rest-operations.ts'

/** A call of the API, which is only a key here. */
type Call = (...request: never[]) => unknown

/** The database and the account of the calls of a file, so that an account can be a sandbox for one request. */
const origins = new WeakMap<Call, { admin: TestDatabase['admin']; accountId: string }>()
const admins = new Map<string, TestDatabase['admin']>()

export function noteDatabase(baseUrl: string, { admin }: TestDatabase): void {
  admins.set(baseUrl, admin)
}

export function noteCaller(call: Call, baseUrl: string, token: string): void {
  const admin = admins.get(baseUrl)
  const accountId = accountIn(token)
  if (admin && accountId) origins.set(call, { admin, accountId })
}

function accountIn(token: string): string | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).account_id
  } catch {
    return undefined
  }
}

/** Requests in flight for each account that is a sandbox meanwhile, and the mode that it had. */
const lent = new Map<string, { requests: number; mode: string; ready: Promise<unknown> }>()

/**
 * Does the work of an operation that only sandboxes have, while the account of the call is one. Afterwards it is what it
 * was, and its people are no longer invented. So the matrices cover these operations with the same account and records.
 */
export async function asItsAccount<T>(
  endpoint: RestOperation,
  call: Call,
  work: () => Promise<T>,
): Promise<T> {
  const origin = origins.get(call)
  if (endpoint.operation.onlyIn !== 'sandbox' || !origin) return work()
  const { admin, accountId } = origin
  const turn = lent.get(accountId) ?? begin(admin, accountId)
  turn.requests += 1
  await turn.ready
  try {
    return await work()
  } finally {
    turn.requests -= 1
    if (turn.requests === 0) {
      lent.delete(accountId)
      await admin(`update profile set invented_in = null where account_id = $1 and invented_in is not null`, [
        accountId,
      ])
      await admin('update account set mode = $2 where id = $1', [accountId, turn.mode])
    }
  }
}

function begin(admin: TestDatabase['admin'], accountId: string) {
  const turn = { requests: 0, mode: 'demo', ready: Promise.resolve() as Promise<unknown> }
  turn.ready = admin<{ mode: string }>('select mode from account where id = $1', [accountId]).then(
    async ([row]) => {
      turn.mode = row?.mode ?? turn.mode
      await admin(`update account set mode = 'sandbox' where id = $1`, [accountId])
    },
  )
  lent.set(accountId, turn)
  return turn
}
