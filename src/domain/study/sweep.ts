import { randomInt } from 'node:crypto'
import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { countPerson, type PeopleByValues, type QuasiIdentifiers } from '../../scoring/anonymous-rows.ts'
import { seededRandom } from '../../scoring/random.ts'
import { eachAccount } from '../account/each-account.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { listCriteria } from './criteria-store.ts'
import { releaseEveryDays } from './model.ts'
import {
  findFirstWordings,
  listDueRetests,
  listStudySheets,
  markRetestSent,
  removeOldRequests,
} from './participant-store.ts'
import { type EligiblePeople, prepareRelease, quasiIdentifiersOf } from './release.ts'
import { minutesOf } from './retest-minutes.ts'
import { sendStudyLink } from './send-link.ts'
import {
  findNewestRelease,
  findOpenStudy,
  insertRelease,
  listEligible,
  listStudyAccounts,
  type StudyRow,
  setNextRelease,
} from './store.ts'

export type StudySweepParts = {
  database: Database
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  wakeOutbox: () => void
  log: { warn(fields: object, message: string): void }
}

const day = 86_400_000
/** A request for a link that nobody agreed to is kept so long. */
const requestDays = 14
const [peoplePerPage, emailsPerRun] = [2_000, 50]

/** Invites people to the second occasion, and computes releases on their days. Runs at fixed times, whatever people do. */
export async function sweepStudies(parts: StudySweepParts, signal: AbortSignal): Promise<void> {
  await eachAccount(
    { ...parts, failure: 'studies: could not finish an account, will retry', list: listStudyAccounts },
    async (accountId) => {
      await inviteAgain(parts, accountId)
      await releaseIfDue(parts, accountId, signal)
    },
    signal,
  )
}

async function inviteAgain(parts: StudySweepParts, accountId: string): Promise<void> {
  const { database, clock, newId, installation } = parts
  const sent = await database.inAccount(accountId, async (sql) => {
    const account = await findUnlockedAccount(sql, accountId)
    const study = await findOpenStudy(sql, accountId)
    if (!account || account.paused || !study) return 0
    const now = clock()
    await removeOldRequests(sql, accountId, new Date(now.getTime() - requestDays * day))
    const due = await listDueRetests(sql, accountId, now, emailsPerRun)
    for (const one of due) {
      const { disc, core } = await findFirstWordings(sql, accountId, one)
      const minutes = minutesOf({ focusForm: study.focusForm, discWording: disc, coreWording: core })
      const until = {
        at: new Date(one.retestClosesAt ?? now),
        timezone: account.preferences.timezone ?? 'UTC',
        minutes,
      }
      const tokenHash = await sendStudyLink(
        { sql, account, installation, newId, now: clock },
        { profileId: one.profileId, to: one.email, locale: one.locale },
        { kind: 'again', until },
      )
      if (tokenHash) await markRetestSent(sql, accountId, one.id, { tokenHash, now })
    }
    return due.length
  })
  if (sent > 0) parts.wakeOutbox()
}

async function releaseIfDue(parts: StudySweepParts, accountId: string, signal: AbortSignal): Promise<void> {
  const { database, clock } = parts
  const study = await database.inAccount(accountId, (sql) => findOpenStudy(sql, accountId), {
    readOnly: true,
  })
  const now = clock()
  if (!study || new Date(study.nextReleaseAt) > now) return
  // People who agree between the day and this run count next time: the run's delay must not matter.
  const dueAt = new Date(study.nextReleaseAt)
  const [sheets, before, criteria] = await database.inAccount(
    accountId,
    (sql) =>
      Promise.all([
        listStudySheets(sql, accountId, study.id, dueAt),
        findNewestRelease(sql, accountId, study.id),
        listCriteria(sql, accountId, study.id),
      ]),
    { readOnly: true },
  )
  const asking = new Set(sheets.map(({ profileId }) => profileId))
  const eligible = await readEligible(parts, accountId, { study, asking }, signal)
  if (!eligible) return
  const random = seededRandom(randomInt(2 ** 31))
  const release = prepareRelease(sheets, eligible, { ...study, before, criteria }, { random, now: dueAt })
  await database.inAccount(accountId, async (sql) => {
    const current = await findOpenStudy(sql, accountId)
    if (current?.id !== study.id || current.nextReleaseAt !== study.nextReleaseAt) return
    await setNextRelease(sql, accountId, study.id, nextReleaseAfter(study, now))
    if (!release) return
    const number = (before?.number ?? 0) + 1
    await insertRelease(sql, { accountId, studyId: study.id, number, createdAt: dueAt, ...release })
  })
}

/** The next day of the calendar that began with the opening. */
function nextReleaseAfter({ openedAt }: StudyRow, now: Date): Date {
  const every = releaseEveryDays * day
  const opened = new Date(openedAt).getTime()
  return new Date(opened + every * (1 + Math.floor((now.getTime() - opened) / every)))
}

/** Everyone who could take part, page after page: only those who ask for it are kept one by one. Undefined if aborted. */
async function readEligible(
  { database }: StudySweepParts,
  accountId: string,
  { study: { focusForm }, asking }: { study: StudyRow; asking: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<EligiblePeople | undefined> {
  const asked = new Map<string, QuasiIdentifiers>()
  const others: PeopleByValues = new Map()
  for (let after = ''; !signal.aborted; ) {
    const from = after
    const list = (sql: Sql) =>
      listEligible(sql, { accountId, form: focusForm }, { after: from, limit: peoplePerPage })
    const page = await database.inAccount(accountId, list, { readOnly: true, heavy: true })
    for (const { profileId, locale, t } of page) {
      const values = quasiIdentifiersOf(locale, t)
      if (asking.has(profileId)) asked.set(profileId, values)
      else countPerson(others, values)
    }
    if (page.length < peoplePerPage) return { asked, others }
    after = page.at(-1)?.profileId ?? after
  }
  return undefined
}
