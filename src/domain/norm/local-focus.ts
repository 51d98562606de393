import { focusForm } from '../../content/forms.ts'
import type { Sql } from '../../contract/ports.ts'
import { type LocalScores, localScores } from '../../scoring/local-norm.ts'
import type { FocusResult } from '../../scoring/results.ts'
import { findNormWithResult } from './store.ts'

/** A person's Focus scores among the people of their own account, with what they were compared with. */
export type LocalFocus = {
  norm: string
  n: number
  createdAt: string
  generalNorm: string
  scores: LocalScores
}

/** Read where one person is shown, never for lists. Undefined while the account has no norm, or the person no result. */
export async function readLocalFocus(
  sql: Sql,
  accountId: string,
  profile: { id: string; attempt: number },
): Promise<LocalFocus | undefined> {
  const found = await findNormWithResult(sql, accountId, profile)
  if (!found?.cells) return undefined
  const scores = localScores(found.result as FocusResult, found.cells, focusForm)
  const { id: norm, n, createdAt, generalNorm } = found
  return scores && { norm, n, createdAt, generalNorm, scores }
}
