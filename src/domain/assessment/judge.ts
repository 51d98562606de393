import type { Context } from '../../contract/operation.ts'
import { writeQuality } from '../profile/store.ts'
import { readRetaken } from './carry-store.ts'
import { judgeAnswers, profileOf } from './scores.ts'
import type { Sheet } from './sitting.ts'
import { type AttemptKey, listSittings } from './store.ts'

/** Quality looks at all completed assessments together, so it is judged anew whenever they change. */
export async function judgeAttempt({ sql, now }: Context, key: AttemptKey, sheet: Sheet): Promise<void> {
  const sittings = await listSittings(sql, key)
  const completed = sittings
    .filter((sitting) => sitting.date_completed !== null)
    .map((sitting) => ({ assessment: sitting.assessment, activeSeconds: sitting.active_seconds }))
  const retakes = (await readRetaken(sql, key)).map(({ assessment, now: fresh, former }) => ({
    assessment,
    now: profileOf(assessment, fresh),
    former: profileOf(assessment, former),
  }))
  const quality = completed.length > 0 ? judgeAnswers(sheet, completed, retakes) : null
  await writeQuality(sql, key.accountId, key.profileId, quality, now())
}
