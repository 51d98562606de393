import type { Context } from '../../contract/operation.ts'
import { writeQuality } from '../profile/store.ts'
import { judgeAnswers } from './scores.ts'
import type { Sheet } from './sitting.ts'
import { type AttemptKey, listSittings } from './store.ts'

/** Quality looks at all completed assessments together, so it is judged anew whenever they change. */
export async function judgeAttempt({ sql, now }: Context, key: AttemptKey, sheet: Sheet): Promise<void> {
  const sittings = await listSittings(sql, key)
  const completed = sittings
    .filter((sitting) => sitting.date_completed !== null)
    .map((sitting) => ({ assessment: sitting.assessment, activeSeconds: sitting.active_seconds }))
  const quality = completed.length > 0 ? judgeAnswers(sheet, completed) : null
  await writeQuality(sql, key.accountId, key.profileId, quality, now())
}
