import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

export type MigrationTurn = { end(): Promise<void> }

/**
 * Waits without a limit until no other process migrates this database, and keeps others from it until `end`. Returns
 * undefined if `isDone` finds meanwhile that nothing is left to do. `onLost` is called if the connection breaks.
 *
 * The lock belongs to an idle transaction of its own connection: so it also works behind a connection pooler and ends with
 * a kill. Those who wait ask again and again instead of waiting in a statement, because `create index concurrently` waits
 * for every statement that began before it.
 */
export async function takeMigrationTurn(
  connection: pg.ClientConfig,
  options: { isDone: () => Promise<boolean>; onLost: () => void; log: (message: string) => void },
): Promise<MigrationTurn | undefined> {
  const client = new pg.Client(connection)
  let isEnding = false
  client.on('error', () => {})
  client.on('end', () => {
    if (!isEnding) options.onLost()
  })
  const end = () => {
    isEnding = true
    return client.end()
  }
  try {
    await client.connect()
    for (let attempt = 1; ; attempt++) {
      if (await tryLock(client)) return { end }
      if (attempt === 1) options.log('Another instance migrates the database; waiting for it')
      await setTimeout(500)
      if (await options.isDone()) break
    }
    await end()
    return undefined
  } catch (error) {
    await end()
    throw error
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0')
  // Exists since version 17.
  await client.query(
    `select set_config('transaction_timeout', '0', true) where current_setting('transaction_timeout', true) is not null`,
  )
  const { rows } = await client.query(
    `select pg_try_advisory_xact_lock(hashtext('timbre migration')) as locked`,
  )
  if (rows[0]?.locked === true) return true
  await client.query('rollback')
  return false
}
