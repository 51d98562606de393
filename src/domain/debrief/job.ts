import { Failure } from '../../contract/failure.ts'
import type { Sql } from '../../contract/ports.ts'
import type { DebriefPreparation } from './debrief-request.ts'
import {
  claimJob,
  hasDebrief,
  hasProfile,
  isJobHeld,
  type JobKey,
  leaseSeconds,
  removeJob,
  renewJob,
} from './job-store.ts'
import { recordGeneration } from './limits.ts'

/** The text that the job is for. */
export type JobText = {
  profileId: string
  locale: string
  resultsHash: string
  /** The stored debrief to replace even if it is from the same results. */
  replaces?: string | undefined
  /** See `DebriefRequest`. */
  leavesRoom?: boolean | undefined
}

/** A claimed job and who may write; or `joined` if another call has already stored the text. */
export type JobClaim = { jobId: string; writer: 'rules' | 'llm' } | 'joined'

/**
 * Claims the one job that a profile can have across all processes, and waits while another call holds it. Returns
 * `joined` if the text exists by then or the profile was deleted; the caller then reads what is stored. Fails as
 * `unavailable` on timeout, and as `limited` if the account has written too many debriefs.
 */
export async function acquireJob(
  preparation: DebriefPreparation,
  text: JobText,
  timeout: AbortSignal,
): Promise<JobClaim> {
  const key = keyOf(preparation, text)
  for (;;) {
    const claim = await preparation.transact((sql) => tryClaim(preparation, sql, key, text))
    if (claim !== 'held') return claim
    // Progress shows the state of the text, not of this call.
    preparation.progress('Writing debrief')
    do {
      await preparation.pause(300 + Math.floor(Math.random() * 200))
      if (timeout.aborted) throw stillBeingWritten()
    } while (await preparation.transact((sql) => isJobHeld(sql, key)))
  }
}

/** The claim, the check for a stored text and the count are one transaction: a refusal leaves no job behind. */
async function tryClaim(
  preparation: DebriefPreparation,
  sql: Sql,
  key: JobKey,
  { locale, resultsHash, replaces, leavesRoom }: JobText,
): Promise<JobClaim | 'held'> {
  const jobId = preparation.newId()
  if (!(await claimJob(sql, key, jobId, locale))) return (await hasProfile(sql, key)) ? 'held' : 'joined'
  // The previous holder stored the text and removed the job in one transaction, so the text is visible now.
  if (await hasDebrief(sql, key, { locale, resultsHash, replaces })) {
    await removeJob(sql, key, jobId)
    return 'joined'
  }
  const writer = await recordGeneration({ ...preparation, sql }, 'llm', { id: jobId, leavesRoom })
  return { jobId, writer }
}

function stillBeingWritten(): Failure {
  return new Failure('debrief_under_way', { retryAfterSeconds: 15 })
}

/**
 * Keeps a job while its writer runs. `lost` is aborted if another writer has taken over the job or the profile was
 * deleted.
 */
export type LeaseRenewal = {
  lost: AbortSignal
  /** Stops after a final renewal. False if the job was lost. */
  stop: () => Promise<boolean>
}

/**
 * Renews the lease regularly. A short database outage doesn't lose the job: the next renewal, or the final one, shows
 * whether it is still held.
 */
export function startLeaseRenewal(
  preparation: DebriefPreparation,
  text: JobText,
  jobId: string,
): LeaseRenewal {
  const key = keyOf(preparation, text)
  const lost = new AbortController()
  let isWriting = true
  const renew = async () => {
    const isHeld = await preparation.transact((sql) => renewJob(sql, key, jobId))
    if (!isHeld) lost.abort()
    return isHeld
  }
  const renewRegularly = async () => {
    while (isWriting && !preparation.stopping.aborted && !lost.signal.aborted) {
      await preparation.pause(renewMilliseconds)
      if (isWriting) await renew().catch(() => undefined)
    }
  }
  void renewRegularly()
  return {
    lost: lost.signal,
    stop: () => {
      isWriting = false
      return renew()
    },
  }
}

const renewMilliseconds = (leaseSeconds * 1000) / 4

/** Removes a job without a text, so that the next call need not wait for the lease. */
export async function releaseJob(
  preparation: DebriefPreparation,
  text: JobText,
  jobId: string,
): Promise<void> {
  const { account } = preparation
  await preparation.transact((sql) => endJob(sql, account.id, text.profileId, jobId))
}

/** Ends a job in the transaction that stores its text. A job that another writer has taken over stays. */
export function endJob(sql: Sql, accountId: string, profileId: string, jobId: string): Promise<void> {
  return removeJob(sql, { accountId, profileId }, jobId)
}

function keyOf({ account }: DebriefPreparation, { profileId }: JobText): JobKey {
  return { accountId: account.id, profileId }
}
