import { randomBytes } from 'node:crypto'
import { newPublicId } from '../../src/platform/ids.ts'
import type { TestDatabase } from './database.ts'
import { newEmail, newPhone } from './test-rows.ts'

/** The tables that hold what is known of a person; what has happened to them (audit log, events, messages) is not copied. */
const tables = [
  'profile',
  'person_consent',
  'invite',
  'sitting',
  'answer',
  'stopwatch',
  'result',
  'name_token',
] as const

const statement = `with ${tables
  .map(
    (name, at) =>
      `copied_${name} as (insert into ${name} select * from jsonb_populate_recordset(null::${name}, $${at + 1}))`,
  )
  .join(', ')} select`

/**
 * Reads the rows of a person. The returned function inserts them as another person with an address and a number of
 * their own, in a tenth of the time that inviting somebody and answering everything takes, and returns the id.
 */
export async function openCopier({ admin }: Pick<TestDatabase, 'admin'>, id: string) {
  const rows: string[][] = []
  for (const name of tables) {
    const key = name === 'profile' ? 'id' : 'profile_id'
    const found = await admin<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where ${key} = $1`,
      [id],
    )
    if (found.length === 0) throw new Error(`The person to copy has nothing in ${name}.`)
    rows.push(found.map(({ row }) => row))
  }
  const { email, phone } = JSON.parse(String(rows[0]?.[0])) as { email: string; phone: string }
  const domain = email.slice(email.indexOf('@'))
  return async (): Promise<string> => {
    const copy = newPublicId()
    const changed: [string, string][] = [
      [id, copy],
      [email, newEmail().replace(/@.*/, domain)],
      [phone, newPhone()],
    ]
    const texts = rows.map((lines, at) => {
      const text = `[${lines.join(',')}]`
      const renamed = changed.reduce((sum, [before, after]) => sum.replaceAll(before, after), text)
      return tables[at] === 'invite' ? withNewKeys(renamed) : renamed
    })
    await admin(statement, texts)
    return copy
  }
}

/** Each invite has an id and a link of its own. */
function withNewKeys(text: string): string {
  const invites = JSON.parse(text) as object[]
  return JSON.stringify(
    invites.map((invite) => ({
      ...invite,
      id: newPublicId(),
      token_hash: `\\x${randomBytes(32).toString('hex')}`,
    })),
  )
}
