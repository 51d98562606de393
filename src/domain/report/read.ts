import type { Locale } from '../../contract/locale.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { readResults } from '../assessment/store.ts'
import { readLocalFocus } from '../norm/local-focus.ts'
import type { Profile } from '../profile/model.ts'
import { buildCompleteReport, type Report } from './report.ts'
import { type GatheredResults, resultsIn } from './results.ts'

/**
 * The report of a person's current results, and the forms that were answered. The report is undefined if no assessment
 * is completed.
 */
export async function readReport(
  sql: Sql,
  account: Account,
  profile: Profile,
  locale: Locale,
  withheld: readonly AssessmentId[] = [],
): Promise<{ report: Report | undefined; forms: string[] }> {
  const { results, basis, forms } = await readPersonResults(sql, account.id, profile, withheld)
  const local = results.focus && (await readLocalFocus(sql, account.id, profile))
  const compared = local ? { ...results, local: { ...local, account: account.name } } : results
  return { report: buildCompleteReport(compared, basis, locale), forms }
}

/** A person's current results without a local norm, also as what a debrief is based on; and the forms that were answered. */
export async function readPersonResults(
  sql: Sql,
  accountId: string,
  profile: Profile,
  withheld: readonly AssessmentId[] = [],
): Promise<GatheredResults> {
  const key = { accountId, profileId: profile.id, attempt: profile.attempt }
  const rows = (await readResults(sql, key)).filter((row) => !withheld.includes(row.assessment))
  return resultsIn(rows, profile.quality)
}
