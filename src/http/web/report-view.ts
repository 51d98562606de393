import type { AppearanceView } from '../../../web/views/appearance-view.ts'
import type { OwnDebriefView } from '../../../web/views/own-view.ts'
import type { ResultsView } from '../../../web/views/results-view.ts'
import { fullName } from '../../contract/full-name.ts'
import type { pageBasics } from '../page/send-page.ts'

/** An operation's result for one person's report. */
export type PersonReport = {
  profile: {
    firstName: string | null
    lastName: string | null
    dateCompleted: string | null
    updatedAt: string
    timers: { activeSeconds: number }[]
  }
  forms: string[]
  report: { summary: ResultsView['lede'] } & Pick<
    ResultsView,
    'headline' | 'caveats' | 'quality' | 'figures' | 'words'
  >
  debrief?: OwnDebriefView
}

/** The account that a page speaks for, and its time zone for dates. */
export type ReportAccount = { accountName: string; appearance: AppearanceView; timezone?: string | undefined }

/** One person's report as its pages show it, to any reader. */
export function reportView(
  { accountName, appearance, timezone }: ReportAccount,
  { profile, forms, report, debrief }: PersonReport,
  basics: ReturnType<typeof pageBasics>,
): ResultsView {
  const name = fullName(profile)
  const seconds = profile.timers.reduce((sum, timer) => sum + timer.activeSeconds, 0)
  return {
    ...basics,
    accountName,
    appearance,
    ...(name ? { personName: name } : {}),
    completedAt: profile.dateCompleted ?? profile.updatedAt,
    ...(timezone ? { timeZone: timezone } : {}),
    headline: report.headline,
    lede: report.summary,
    ...(report.quality ? { quality: report.quality } : {}),
    ...(seconds >= 60 ? { activeMinutes: Math.round(seconds / 60) } : {}),
    form: forms.join(', '),
    caveats: report.caveats,
    figures: report.figures,
    words: report.words,
    ...(debrief ? { debrief } : {}),
  }
}
