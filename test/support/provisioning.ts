import { connect } from './ats-stand-ins.ts'
import { entraUser, scimClient } from './scim-client.ts'
import type { TestAccount, TestService } from './service.ts'

export type Provisioned = {
  seconds: number
  profiles: number
  users: number
  refusedByLimit: number
  /** The most that the process of service and directory took, looked at every second. */
  peakMegabytes: number
}

/**
 * Reports so many people twice, as directories do: look for each by user name, and add who is missing. Waits when the
 * rate limit says so.
 */
export async function provisionTwice(
  running: TestService,
  account: TestAccount,
  people: number,
): Promise<{ first: Provisioned; second: Provisioned }> {
  const directory = scimClient(running.url, (await connect(account, 'scim')).key)
  const users = Array.from({ length: people }, () => entraUser())
  let refusedByLimit = 0
  const patiently: typeof directory = async (method, path, body) => {
    const answer = await directory(method, path, body)
    if (answer.status !== 429) return answer
    refusedByLimit += 1
    const seconds = Number(answer.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    return patiently(method, path, body)
  }
  async function report(user: { userName: string }): Promise<void> {
    const { body } = await patiently('GET', `/Users?filter=userName eq "${user.userName}"`)
    if (body.totalResults > 0) return
    const { status, text } = await patiently('POST', '/Users', user)
    if (status !== 201) throw new Error(`${status} ${text}`)
  }
  async function round(): Promise<Provisioned> {
    const began = performance.now()
    refusedByLimit = 0
    let peak = 0
    const look = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 1_000)
    const waiting = [...users]
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let user = waiting.pop(); user; user = waiting.pop()) await report(user)
      }),
    )
    clearInterval(look)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const rows = await running.db.admin<{ count: number }>(
      'select count(*)::integer as count from profile where account_id = $1',
      [account.id],
    )
    const { body } = await patiently('GET', '/Users?count=0')
    return {
      ...{ seconds, profiles: rows[0]?.count ?? 0, users: body.totalResults, refusedByLimit },
      peakMegabytes: Math.round(peak / 2 ** 20),
    }
  }
  return { first: await round(), second: await round() }
}
