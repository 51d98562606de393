import pg from 'pg'
import { connectToFirst } from './dump.ts'

/** Creates a database beside the one of an address and removes it afterwards. Throws one line if the login may not. */
export async function withScratchDatabase<T>(
  setting: string,
  address: string,
  name: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  const { client, connectionString } = await connectToFirst(setting, address)
  try {
    await removeLeftDatabases(client)
    await client
      .query(`create database ${pg.escapeIdentifier(`${scratchPrefix}${name}`)} template template0`)
      .catch((error: pg.DatabaseError) => {
        if (error.code !== '42501') throw error
        throw new Error(
          `The login of ${setting} may not create a database for the copy. Let an administrator run: alter role ${pg.escapeIdentifier(client.user ?? '')} createdb. Or name another server with --server URL.`,
          { cause: error },
        )
      })
    const scratch = new URL(connectionString)
    scratch.pathname = `/${scratchPrefix}${name}`
    try {
      return await work(scratch.href)
    } finally {
      await client.query(
        `drop database if exists ${pg.escapeIdentifier(`${scratchPrefix}${name}`)} with (force)`,
      )
    }
  } finally {
    await client.end()
  }
}

const scratchPrefix = 'timbre_verify_'

/** What a kill has left. One that is in use stays, and so does one of another owner. */
async function removeLeftDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like $1 and datdba = (select oid from pg_roles where rolname = current_user)`,
    [`${scratchPrefix.replaceAll('_', '\\_')}%`],
  )
  for (const { name } of rows)
    await client.query(`drop database ${pg.escapeIdentifier(name)}`).catch((error: pg.DatabaseError) => {
      if (error.code !== '55006') throw error
    })
}
