import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { quotaOf } from '../../contract/quotas.ts'
import type { Allowance } from '../../contract/request.ts'
import { PublicId } from '../../contract/shapes.ts'
import { listAgreements } from '../agreement/store.ts'
import { findErasureRequestedAt } from '../erasure-request/store.ts'
import { readAttempts } from '../profile/attempt-store.ts'
import { attemptDocument } from '../profile/attempts.ts'
import { noSuchProfile, withLocalFocus } from '../profile/operations.ts'
import { findProfile } from '../profile/store.ts'
import { listTagsOfProfiles } from '../tag/store.ts'
import { answersByAssessment } from './answers.ts'
import { PersonExport } from './person-export.ts'
import {
  type PersonKey,
  readExportAliases,
  readExportAnswers,
  readExportAuditEntries,
  readExportDebriefs,
  readExportInvites,
  readExportMessages,
  readExportNotes,
  readExportReportLinks,
  readExportResults,
  readExportSavedTeams,
  readExportSessions,
  readExportShareCards,
  readExportSittings,
} from './store.ts'

export const exportProfile = operation({
  name: 'export_profile',
  summary: 'Export all data about a person as JSON',
  description:
    'The profile with its tags, saved teams and aliases; every attempt with its answers, times and complete ' +
    'results; debriefs with their ratings; which members have private notes, without the text; invites, ' +
    'messages, sessions, report links and share card, without anything that gives access; what the person consented to and whether they have requested ' +
    'deletion; and the audit entries about the profile. Items are identified by form and number.',
  scope: 'profiles:read',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing', 'limited'],
  input: z.strictObject({ profileId: PublicId }),
  output: PersonExport,
  rest: {
    group: 'profiles',
    route: 'GET /profile/{profileId}/export',
    sdk: 'profiles.export',
    key: 'data',
    status: 200,
  },
  async withoutPreparation(input, { account, installation }) {
    return quotaOf('exportsHourly', account, installation) === undefined ? input : undefined
  },
  preparesQuickly: true,
  async prepare(input, { account, installation, spendExport }) {
    const hourly = quotaOf('exportsHourly', account, installation)
    if (hourly !== undefined) refuseBeyondExports(hourly, await spendExport(account.id, hourly))
    return input
  },
  async run({ sql, account, now }, { profileId }) {
    const key = { accountId: account.id, profileId }
    const profile = (await findProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const tags = await listTagsOfProfiles(sql, account.id, [profileId])
    return {
      resource: {
        exportedAt: now().toISOString(),
        account: { id: account.id, name: account.name },
        profile: await withLocalFocus(sql, account.id, profile),
        tags: tags.get(profileId) ?? [],
        savedTeams: await readExportSavedTeams(sql, key),
        aliases: await readExportAliases(sql, key),
        attempts: await exportAttempts(sql, key),
        debriefs: await readExportDebriefs(sql, key),
        notes: await readExportNotes(sql, key),
        invites: await readExportInvites(sql, key),
        messages: await readExportMessages(sql, key),
        sessions: await readExportSessions(sql, key),
        agreements: await listAgreements(sql, key),
        erasureRequestedAt: await findErasureRequestedAt(sql, key),
        reportLinks: await readExportReportLinks(sql, key),
        shareCards: await readExportShareCards(sql, key),
        auditEntries: await readExportAuditEntries(sql, key),
      },
    }
  },
})

/** Only exports with a token count: what people read of themselves uses up nothing of the account. */
function refuseBeyondExports(
  hourly: number,
  { isWithin, nextInSeconds }: Pick<Allowance, 'isWithin' | 'nextInSeconds'>,
): void {
  if (isWithin) return
  throw new Failure('export_limit', {
    message: `The account has reached its limit of ${hourly} exports an hour. Try again in ${nextInSeconds} ${nextInSeconds === 1 ? 'second' : 'seconds'}.`,
    retryAfterSeconds: nextInSeconds,
  })
}

async function exportAttempts(sql: Context['sql'], key: PersonKey): Promise<PersonExport['attempts']> {
  const attempts = await readAttempts(sql, key)
  const sittings = await readExportSittings(sql, key)
  const answers = await readExportAnswers(sql, key)
  const results = await readExportResults(sql, key)
  return attempts.map((stored) => {
    const own = <T extends { attempt: number }>(rows: readonly T[]) =>
      rows.filter((row) => row.attempt === stored.attempt)
    return {
      ...attemptDocument(stored),
      sittings: own(sittings).map(({ attempt: _, ...sitting }) => sitting),
      answers: answersByAssessment(own(answers), ({ item, value, answeredAt }) => ({
        item,
        value,
        answeredAt,
      })),
      results: own(results).map(({ attempt: _, ...result }) => result),
    }
  })
}
