import type pg from 'pg'
import { newPublicId } from '../../src/platform/ids.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { answerQuestions } from './child.ts'
import { limitAccountId } from './limit-account.ts'
import { openCopyIn } from './people/copy-in.ts'
import type { Person } from './people/people.ts'
import { addRows, columns, emptyRows } from './people/rows.ts'
import type { Sample } from './row.ts'

export type CopyQuestion = { owner: pg.ClientConfig; milliseconds: number }

/**
 * Copies lists of new people into their tables, each list in transactions of its own and with all checks. Only the time
 * of the copying counts, not that of making the rows.
 */
answerQuestions(async ({ owner, milliseconds }: CopyQuestion): Promise<Sample> => {
  let copied = 0
  let elapsed = 0
  while (elapsed < milliseconds) {
    const rows = newRows()
    const began = performance.now()
    for (const table of ['profile', 'name_token'] as const) {
      const copy = await openCopyIn(owner, table, columns[table].split(/\s+/), { checks: true })
      await copy.write(rows[table])
      await copy.end()
    }
    elapsed += performance.now() - began
    copied += rows.profile.length
  }
  return { perSecond: (copied / elapsed) * 1_000 }
})

const listLength = 500
const random = seededRandom(Date.now())

function newRows() {
  const rows = emptyRows()
  const account = { id: limitAccountId, name: '', clientId: '' }
  const context = { account, tagIds: [], sheets: [], hasAnswers: () => false, random }
  for (let index = 0; index < listLength; index += 1) addRows(rows, newPerson(), index, context)
  return rows
}

function newPerson(): Person {
  const id = newPublicId()
  return {
    ...{ id, createdAt: Date.now(), firstName: 'Ada', lastName: 'Osei', email: `${id}@example.com` },
    ...{ phone: null, locale: null, completed: undefined, sheet: 0, tags: [], alias: null },
  }
}
