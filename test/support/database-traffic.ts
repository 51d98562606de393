import pg from 'pg'
import { vi } from 'vitest'

/** What the service sends to its database for one account, in and around its transactions. */
export type DatabaseTraffic = {
  /** The statements, BEGIN and COMMIT with them. */
  statements: string[]
  /** How often it sent something when nothing that it had sent on this connection was unanswered. */
  roundTrips: number
}

/** Records what the service in this process does in this account during the work. */
export async function recordTraffic(
  accountId: string,
  work: () => Promise<unknown>,
): Promise<DatabaseTraffic> {
  const traffic: DatabaseTraffic = { statements: [], roundTrips: 0 }
  const inAccount = new WeakSet<pg.Client>()
  const unanswered = new WeakMap<pg.Client, number>()
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  function recorded(this: pg.Client, ...args: unknown[]): unknown {
    const [sent] = args as [string | { text: string }]
    const text = typeof sent === 'string' ? sent : sent.text
    if (text.includes(`app.account = '${accountId}'`)) inAccount.add(this)
    if (!inAccount.has(this)) return query.apply(this, args)
    if (text === 'commit' || text === 'rollback') inAccount.delete(this)
    traffic.statements.push(text)
    const before = unanswered.get(this) ?? 0
    if (before === 0) traffic.roundTrips += 1
    unanswered.set(this, before + 1)
    const result = query.apply(this, args)
    const answered = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1)
    Promise.resolve(result).then(answered, answered)
    return result
  }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(recorded as never)
  try {
    await work()
    return traffic
  } finally {
    spy.mockRestore()
  }
}
