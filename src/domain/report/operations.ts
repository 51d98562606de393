import { z } from 'zod'
import { type Locale, locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, Timestamp } from '../../contract/shapes.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { StoredAgreement } from '../agreement/model.ts'
import { listAgreements } from '../agreement/store.ts'
import { type AttemptKey, readResults, readSittingAnswers } from '../assessment/store.ts'
import { Debrief } from '../debrief/model.ts'
import { listDebriefs, type StoredDebrief } from '../debrief/store.ts'
import { readDebriefSubject } from '../debrief/subject.ts'
import { findErasureRequestedAt } from '../erasure-request/store.ts'
import { readLocalFocus } from '../norm/local-focus.ts'
import { findRedirectUrl } from '../order-progress/store.ts'
import { readReopenedAt } from '../profile/attempt-store.ts'
import { Profile } from '../profile/model.ts'
import { readTakerView } from '../profile/taker-view.ts'
import { answersByAssessment } from './answers.ts'
import { ExportedReportLink, ExportedShareCard } from './exported-report-link.ts'
import { PersonDebrief, readPersonDebrief } from './person-debrief.ts'
import { ExportedAnswer, ExportedResult } from './person-export.ts'
import { readReport } from './read.ts'
import { Report } from './report.ts'
import { readExportShareCards, readUsableReportLinks } from './store.ts'

/** The person's own results in words and figures, if the account lets people see them. */
export const readOwnReport = operation({
  name: 'read_own_report',
  summary: 'Read the results of the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  // The language the person chose, and the fallback if neither they nor their profile has one.
  input: z.strictObject({ locale: z.enum(locales).optional(), otherwise: z.enum(locales) }),
  output: z.strictObject({
    ...accountViewFields,
    seesReport: z.boolean(),
    isCompleted: z.boolean(),
    timezone: z.string().optional(),
    profile: Profile,
    forms: z.array(z.string()),
    report: Report.optional(),
    debrief: PersonDebrief.optional(),
    isHeldBack: z.boolean(),
    erasureRequestedAt: Timestamp.nullable(),
    openedAgainAt: Timestamp.nullable(),
    redirectUrl: z.string().optional(),
  }),
  async run(context, { locale, otherwise }) {
    const { sql, account } = context
    const seesReport = account.preferences.participantSeesReport !== false
    const { profile, key, withheld } = await readOwn(context)
    const isHeldBack = withheld.length > 0
    const spoken = (locale ?? profile.locale ?? otherwise) satisfies Locale
    const { report, forms } = await readReport(sql, account, profile, spoken, withheld)
    const openedAgainAt = await readReopenedAt(sql, key)
    return {
      resource: {
        seesReport,
        isCompleted: profile.isCompleted,
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        timezone: account.preferences.timezone,
        profile,
        forms,
        report: seesReport ? report : undefined,
        // A debrief covers all results together.
        debrief: seesReport && !isHeldBack ? await readPersonDebrief(context, profile.id, spoken) : undefined,
        isHeldBack,
        erasureRequestedAt: await findErasureRequestedAt(sql, key),
        openedAgainAt,
        redirectUrl: await findRedirectUrl(sql, key, openedAgainAt),
      },
    }
  },
})

/** The account's own keys are not the person's data, and scores are available after the last answer. */
const OwnProfile = Profile.omit({ customIds: true }).partial({
  disc: true,
  core: true,
  focus: true,
  quality: true,
  scoring: true,
})

/** The text is about the person, so they get it; ratings by members of the account are the members' own. */
const OwnDebrief = Debrief.omit({ profileId: true, stale: true, ratings: true })

/** Everything that the person entered and received, as portable JSON for themselves. */
export const exportOwnResults = operation({
  name: 'export_own_results',
  summary: 'Download the answers and results of the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.strictObject({
    account: z.string(),
    person: OwnProfile,
    results: z.array(ExportedResult.pick({ assessment: true, form: true, result: true })),
    debriefs: z.array(OwnDebrief),
    answers: z.partialRecord(AssessmentId, z.array(ExportedAnswer.omit({ answeredAt: true }))),
    agreements: z.array(StoredAgreement),
    erasureRequestedAt: Timestamp.nullable(),
    reportLinks: z.array(ExportedReportLink.omit({ revokedAt: true })),
    shareCards: z.array(ExportedShareCard),
  }),
  async run(context) {
    const { sql, account, now } = context
    const { profile, key, withheld, isLimited } = await readOwn(context)
    const [allResults, sheet, localFocus] = await Promise.all([
      readResults(sql, key),
      readSittingAnswers(sql, key),
      readLocalFocus(sql, account.id, profile),
    ])
    const isShown = (assessment: AssessmentId) => !withheld.includes(assessment)
    const results = allResults.filter((result) => isShown(result.assessment))
    const givenAnswers = assessmentIds
      .filter(isShown)
      .flatMap((assessment) => [...sheet[assessment].values()].map((answer) => ({ assessment, ...answer })))
    // Scores are available after the last answer, as on the page; the account's own keys are not the person's
    // data.
    const shown = profile.isCompleted && account.preferences.participantSeesReport !== false
    const { customIds: _, disc, core, focus, quality, scoring, ...person } = profile
    return {
      resource: {
        account: account.name,
        person: shown
          ? { ...person, disc, core, focus, ...(localFocus && focus && { localFocus }), quality, scoring }
          : person,
        results: shown ? results : [],
        debriefs: shown ? (await debriefsOf(context, key, { withheld, isLimited })).map(withoutRatings) : [],
        answers: answersByAssessment(givenAnswers, ({ item, value }) => ({ item, value })),
        agreements: await listAgreements(sql, key),
        erasureRequestedAt: await findErasureRequestedAt(sql, key),
        // Links that still show the results, no matter who created them.
        reportLinks: await readUsableReportLinks(sql, key, now()),
        shareCards: await readExportShareCards(sql, key),
      },
    }
  },
})

/** A limited link shows a debrief only if it covers no results that the link hides. */
async function debriefsOf(
  { sql, account }: Context,
  key: AttemptKey,
  { withheld, isLimited }: { withheld: readonly AssessmentId[]; isLimited: boolean },
): Promise<StoredDebrief[]> {
  if (!isLimited) return listDebriefs(sql, key)
  if (withheld.length > 0) return []
  const { debriefs = [] } = (await readDebriefSubject(sql, account, key.profileId)) ?? {}
  return debriefs.flatMap(({ stale, ...debrief }) => (stale ? [] : [debrief]))
}

function withoutRatings({ ratings: _, profileId: __, ...debrief }: StoredDebrief) {
  return debrief
}

/** The profile of the requesting person, as their link may show it, and the key of its current attempt. */
async function readOwn(context: Context) {
  const { account, caller } = context
  const { profile, withheld } = await readTakerView(context)
  const isLimited = caller.kind === 'taker' && caller.visibility.fields !== 'all'
  const key = { accountId: account.id, profileId: profile.id, attempt: profile.attempt }
  return { profile, withheld, isLimited, key }
}
