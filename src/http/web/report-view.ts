import type { linkOperations } from '../../catalog.ts'
import { reportTexts } from '../../content/report.ts'
import { fullName } from '../../contract/full-name.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { pageBasics } from '../page/send-page.ts'
import type { OwnDebriefView } from '../views/own-view.ts'
import type { ResultsView } from '../views/results-view.ts'

/** The result of the operation `read_linked_report`. */
export type LinkedReport = ResourceOf<typeof linkOperations.readLinkedReport>

/** One person's report, from a link or as the person sees it. */
type PersonReport = Extract<LinkedReport, { person: unknown }>['person']

/** Results as the pages of all readers show them. */
export type ShownResults = Pick<PersonReport, 'report' | 'forms'> & {
  readonly debrief?: OwnDebriefView | undefined
  readonly activeSeconds: number
}

/** The account that a page belongs to, and its time zone for dates. */
export type ReportAccount = Pick<LinkedReport, 'accountName' | 'appearance' | 'timezone'>

/** One person's report as its pages show it, to any reader. */
export function reportView(
  { accountName, appearance, timezone }: ReportAccount,
  { profile, forms, report, debrief }: PersonReport,
  basics: ReturnType<typeof pageBasics>,
): ResultsView {
  const activeSeconds = profile.timers.reduce((sum, timer) => sum + timer.activeSeconds, 0)
  return {
    ...basics,
    accountName,
    appearance,
    completedAt: profile.dateCompleted ?? profile.updatedAt,
    ...pickDefined({ personName: fullName(profile) ?? undefined, timeZone: timezone || undefined }),
    ...shownResults({ report, forms, debrief, activeSeconds }),
  }
}

/** The part of the page that follows from the results alone. */
export function shownResults({ report, forms, debrief, activeSeconds }: ShownResults) {
  return {
    headline: report.headline,
    lede: report.summary,
    form: forms.join(', '),
    caveats: report.caveats,
    figures: report.figures,
    words: reportTexts(report.locale).page,
    ...pickDefined({
      quality: report.quality,
      takeaways: report.takeaways,
      activeMinutes: activeSeconds >= 60 ? Math.round(activeSeconds / 60) : undefined,
      debrief,
    }),
  }
}
