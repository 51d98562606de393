import { focusFormName } from '../../content/forms.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { CoreResult, DiscResult, FocusResult } from '../../scoring/results.ts'
import { readResults } from '../assessment/store.ts'
import type { DebriefBasis } from '../debrief/facts.ts'
import { readLocalFocus } from '../norm/local-focus.ts'
import type { Profile } from '../profile/model.ts'
import { buildReport, type Report } from './report.ts'
import type { PersonResults } from './results.ts'
import { takeawaySentences } from './takeaway-sentences.ts'

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
  const built = buildReport(
    local ? { ...results, local: { ...local, account: account.name } } : results,
    locale,
  )
  const takeaways = takeawaySentences(results, basis, locale).map(({ text }) => text)
  return { report: built && { ...built, takeaways }, forms }
}

/** A person's current results without a local norm, also as what a debrief is based on; and the forms that were answered. */
export async function readPersonResults(
  sql: Sql,
  accountId: string,
  profile: Profile,
  withheld: readonly AssessmentId[] = [],
): Promise<{ results: PersonResults; basis: DebriefBasis; forms: string[] }> {
  const key = { accountId, profileId: profile.id, attempt: profile.attempt }
  const rows = (await readResults(sql, key)).filter((row) => !withheld.includes(row.assessment))
  const rowOf = (id: AssessmentId) => rows.find(({ assessment }) => assessment === id)
  return {
    results: {
      disc: rowOf('disc')?.result as DiscResult | undefined,
      focus: rowOf('focus')?.result as FocusResult | undefined,
      focusForm: focusFormName(rowOf('focus')?.form ?? ''),
      core: rowOf('core')?.result as CoreResult | undefined,
      quality: profile.quality ?? undefined,
    },
    basis: {
      parts: rows.map(({ assessment, form, result }) => ({
        assessment,
        form,
        result,
        version: '',
        norm: null,
      })),
      quality: profile.quality,
    },
    forms: rows.map(({ form }) => form),
  }
}
