import type { Context } from '../../contract/operation.ts'
import { writeQuality } from '../profile/store.ts'
import { listRetakenResults } from './attempt-copy-store.ts'
import { assessResponseQuality, resultVector } from './scores.ts'
import type { SittingAnswers } from './sitting.ts'
import { type AttemptKey, listSittings } from './store.ts'

/** Assessed again whenever a completed assessment changes, because it considers all of them together. */
export async function updateResponseQuality(
  { sql, now }: Context,
  key: AttemptKey,
  sheet: SittingAnswers,
): Promise<void> {
  const sittings = await listSittings(sql, key)
  const completed = sittings
    .filter((sitting) => sitting.date_completed !== null)
    .map(({ assessment, form, active_seconds }) => ({ assessment, form, activeSeconds: active_seconds }))
  const retakes = (await listRetakenResults(sql, key)).map(({ assessment, now: current, former }) => ({
    assessment,
    now: resultVector(assessment, current),
    former: resultVector(assessment, former),
  }))
  const quality = completed.length > 0 ? assessResponseQuality(sheet, completed, retakes) : null
  await writeQuality(sql, key.accountId, key.profileId, quality, now())
}
