import { focusForm } from '../../content/forms.ts'
import type { Sql } from '../../contract/ports.ts'
import { type LocalScores, localScores } from '../../scoring/local-norm.ts'
import type { FocusResult } from '../../scoring/results.ts'
import { findNormWithResult } from './store.ts'

/** A person's Focus scores within their own account, with the norm used. */
export type LocalFocus = {
  norm: string
  n: number
  createdAt: string
  generalNorm: string
  scores: LocalScores
}

/** Read where one person is shown, never for lists. Undefined if the account has no norm or the person no result. */
export async function readLocalFocus(
  sql: Sql,
  accountId: string,
  profile: { id: string; attempt: number },
): Promise<LocalFocus | undefined> {
  const stored = await findNormWithResult(sql, accountId, profile)
  if (!stored?.cells) return undefined
  const scores = localScores(stored.result as FocusResult, stored.cells, focusForm)
  const { id: norm, n, createdAt, generalNorm } = stored
  return scores && { norm, n, createdAt, generalNorm, scores }
}
