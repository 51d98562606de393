import { focusFormName } from '../../content/forms.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { CoreResult, DiscResult, FocusResult } from '../../scoring/results.ts'
import { accountDisplayName } from '../account/appearance.ts'
import { readResults } from '../assessment/store.ts'
import { readLocalFocus } from '../norm/local-focus.ts'
import type { Profile } from '../profile/model.ts'
import { buildReport, type Report } from './report.ts'

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
  const key = { accountId: account.id, profileId: profile.id, attempt: profile.attempt }
  const results = (await readResults(sql, key)).filter((result) => !withheld.includes(result.assessment))
  const local = await readLocalFocus(sql, account.id, profile)
  const resultOf = (id: string) => results.find((result) => result.assessment === id)?.result
  const hasFocus = resultOf('focus') !== undefined
  const built = buildReport(
    {
      disc: resultOf('disc') as DiscResult | undefined,
      focus: resultOf('focus') as FocusResult | undefined,
      focusForm: focusFormName(results.find(({ assessment }) => assessment === 'focus')?.form ?? ''),
      core: resultOf('core') as CoreResult | undefined,
      quality: profile.quality ?? undefined,
      local: hasFocus && local ? { ...local, account: accountDisplayName(account) } : undefined,
    },
    locale,
  )
  return { report: built, forms: results.map((result) => result.form) }
}
