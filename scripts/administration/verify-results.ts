import { z } from 'zod'
import { notFound } from '../../src/contract/failure.ts'
import type { Database } from '../../src/contract/ports.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { findAccount } from '../../src/domain/account/caller-status-store.ts'
import { formatResultDifference, type ResultDifference } from '../../src/domain/assessment/difference.ts'
import { verifyPerson } from '../../src/domain/assessment/verify.ts'
import { readStoredPeople } from '../../src/domain/assessment/verify-store.ts'
import { command } from './command.ts'
import { accountIdsOf } from './shell.ts'

export type AccountResultDifference = ResultDifference & { accountId: string; profileId: string }
export type Count = { results: number; people: number; differences: number }

/**
 * Recomputes every stored result of the installation or of one account and reports each difference as it is found.
 * Holds one page of people in memory. It only reads, so it can run next to the service.
 */
export async function verifyResults(
  database: Database,
  onFound: (found: AccountResultDifference) => void,
  only?: string,
): Promise<Count> {
  const count = { results: 0, people: 0, differences: 0 }
  const verify = async (accountId: string) => {
    for (let after = ''; ; ) {
      const page = await database.inAccount(
        accountId,
        (sql) => readStoredPeople(sql, accountId, after, peopleAtOnce),
        { readOnly: true },
      )
      for (const person of page) {
        const { results, differences } = verifyPerson(person)
        count.results += results
        count.people += results > 0 ? 1 : 0
        count.differences += differences.length
        for (const difference of differences)
          onFound({ accountId, profileId: person.profileId, ...difference })
      }
      if (page.length < peopleAtOnce) return
      after = page.at(-1)?.profileId ?? after
    }
  }
  if (only === undefined) for await (const accountId of accountIdsOf(database)) await verify(accountId)
  else {
    const find = database.inAccount(only, (sql) => findAccount(sql, only, null), { readOnly: true })
    if (!(await find)) throw notFound(`There is no account ${only}. List them with: account list`)
    await verify(only)
  }
  return count
}

export const verifyResultsCommand = command({
  name: 'verify results',
  summary: 'Recompute every stored result from its answers; exits with 1 when any of them differs.',
  usage: '[--account ID]',
  input: z.strictObject({ account: PublicId.optional() }),
  async run({ database }, { account }, say) {
    const listed: AccountResultDifference[] = []
    const count = await verifyResults(
      database,
      (found) => {
        say(`${found.accountId}  ${found.profileId}  ${formatResultDifference(found)}`)
        if (listed.length < listedAtMost) listed.push(found)
      },
      account,
    )
    const { results, people, differences } = count
    const outcome = differences === 0 ? 'no difference' : counted(differences, 'difference')
    const text = `${counted(results, 'result')} of ${counted(people, 'person', 'people')} verified, ${outcome}.`
    return { text, json: { ...count, found: listed }, exitCode: differences === 0 ? 0 : 1 }
  },
})

/** The maximum in one JSON document; its count covers all. */
const listedAtMost = 1000
const peopleAtOnce = 20

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
