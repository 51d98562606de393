import type { Database } from '../../contract/ports.ts'
import { lockPerson, removePeople, removeSignInsOf } from '../../identity/people/people.ts'

/**
 * Deletes what is kept on somebody who signs in: the person with sessions, passkeys and ended grants, codes, and letters
 * in the mailbox of the demo. Refused while the address is a member of any account, which could not be opened any more
 * with a passkey of before.
 */
export function deletePerson(database: Database, email: string): Promise<'deleted' | 'member' | 'unknown'> {
  return database.inSystem(async (sql) => {
    const person = await lockPerson(sql, email)
    if (person?.isMember) return 'member'
    if (person) await removePeople(sql, [person.id])
    const others = await removeSignInsOf(sql, email)
    return person || others > 0 ? 'deleted' : 'unknown'
  })
}
