import type { Database } from '../../contract/ports.ts'
import { lockPerson, removePeople, removeSignInsOf } from '../../identity/people/people.ts'

/**
 * Deletes all data about a person who signs in: the person with sessions, passkeys and ended grants, codes, and emails
 * in the demo's mailbox. Refused while the address is a member of any account, because former passkeys could no longer
 * open it.
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
