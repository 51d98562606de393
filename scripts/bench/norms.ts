import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { connect } from '../../src/database/connect.ts'
import { embeddedLogin } from '../../src/database/logins.ts'
import { renewNorms } from '../../src/domain/norm/renew.ts'
import { answerQuestions } from './child.ts'
import { withClient } from './with-client.ts'

export type NormsQuestion = { owner: pg.ClientConfig; dataDir: string; accountId: string }
/** `people` is 0 if no norm was made. */
export type NormsAnswer = { seconds: number; people: number; longestDelay: number; failures: string[] }

/** Makes the local norm of the account as the hourly housekeeping does, in a process of its own. */
answerQuestions(async ({ owner, dataDir, accountId }: NormsQuestion): Promise<NormsAnswer> => {
  await withClient(owner, (client) =>
    client.query('delete from local_norm where account_id = $1', [accountId]),
  )
  const database = connect({ connection: { ...owner, ...embeddedLogin(dataDir) } })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const failures: string[] = []
  const log = { info: () => {}, warn: (fields: { err?: unknown }) => failures.push(String(fields.err)) }
  const began = performance.now()
  delay.enable()
  await renewNorms({ database, clock: () => new Date(), log }, new AbortController().signal)
  delay.disable()
  const seconds = (performance.now() - began) / 1_000
  await database.close()
  const rows = await withClient(owner, async (client) => {
    const text = 'select n from local_norm where account_id = $1 and cells is not null'
    return (await client.query<{ n: number }>(text, [accountId])).rows
  })
  return { seconds, people: rows[0]?.n ?? 0, longestDelay: delay.max / 1e6, failures }
})
