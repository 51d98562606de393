import { Failure } from '../../contract/failure.ts'
import type { PrepareContext } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
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

/** The text that a job is about. */
export type JobText = {
  profileId: string
  locale: string
  resultsHash: string
  /** The stored debrief that is to be written anew although it is of these results. */
  replaces?: string | undefined
}

/** A job that is ours, and who may write; or nothing to do, because somebody else has done it. */
export type JobClaim = { jobId: string; writer: 'rules' | 'llm' } | 'joined'

/**
 * Takes the one job that a profile may have, over all processes, and waits while another call has it. It ends as
 * `joined` when the text stands by then, or the profile is gone: whoever asked looks at what is stored. Fails as
 * `unavailable` when the patience ends, and as `limited` where the account has written too much.
 */
export async function acquireJob(
  preparation: PrepareContext,
  text: JobText,
  timeout: AbortSignal,
): Promise<JobClaim> {
  const key = keyOf(preparation, text)
  for (;;) {
    const claim = await preparation.transact((sql) => claimIn(preparation, sql, key, text))
    if (claim !== 'held') return claim
    // Whoever waits hears how far the text is, not how far this call has come.
    preparation.progress('Writing debrief')
    do {
      await preparation.pause(300 + Math.floor(Math.random() * 200))
      if (timeout.aborted) throw stillBeingWritten()
    } while (await preparation.transact((sql) => isJobHeld(sql, key)))
  }
}

/** The claim, the look at what is stored and the count are one transaction: a refusal leaves no job behind. */
async function claimIn(
  preparation: PrepareContext,
  sql: Sql,
  key: JobKey,
  { locale, resultsHash, replaces }: JobText,
): Promise<JobClaim | 'held'> {
  const jobId = preparation.newId()
  if (!(await claimJob(sql, key, jobId, locale))) return (await hasProfile(sql, key)) ? 'held' : 'joined'
  // Whoever held the job before stored the text and gave up the job at once, so the text shows by now.
  if (await hasDebrief(sql, key, { locale, resultsHash, replaces })) {
    await removeJob(sql, key, jobId)
    return 'joined'
  }
  return { jobId, writer: await recordGeneration({ ...preparation, sql }, 'llm', jobId) }
}

function stillBeingWritten(): Failure {
  return new Failure('debrief_under_way', { retryAfterSeconds: 15 })
}

/** Keeps a job while its writer lives. `lost` is aborted when somebody else has it, or the profile is gone. */
export type LeaseRenewal = {
  lost: AbortSignal
  /** Ends the beating after a last beat. False when the job is lost. */
  stop: () => Promise<boolean>
}

/**
 * Renews the lease now and then. A database that cannot be reached for a moment loses nothing yet: the next beat, or
 * the last one, tells whether the job still stands.
 */
export function startLeaseRenewal(preparation: PrepareContext, text: JobText, jobId: string): LeaseRenewal {
  const key = keyOf(preparation, text)
  const lost = new AbortController()
  let isWriting = true
  const beat = async () => {
    const stands = await preparation.transact((sql) => renewJob(sql, key, jobId))
    if (!stands) lost.abort()
    return stands
  }
  const beating = async () => {
    while (isWriting && !preparation.stopping.aborted && !lost.signal.aborted) {
      await preparation.pause(beatMilliseconds)
      if (isWriting) await beat().catch(() => undefined)
    }
  }
  void beating()
  return {
    lost: lost.signal,
    stop: () => {
      isWriting = false
      return beat()
    },
  }
}

const beatMilliseconds = (leaseSeconds * 1000) / 4

/** Gives a job up without a text, so that the next call need not wait for the lease. */
export async function releaseJob(preparation: PrepareContext, text: JobText, jobId: string): Promise<void> {
  const { account } = preparation
  await preparation.transact((sql) => endJob(sql, account.id, text.profileId, jobId))
}

/** Ends a job, in the transaction that stores its text. A job that somebody else has taken over stays. */
export function endJob(sql: Sql, accountId: string, profileId: string, jobId: string): Promise<void> {
  return removeJob(sql, { accountId, profileId }, jobId)
}

function keyOf({ account }: PrepareContext, { profileId }: JobText): JobKey {
  return { accountId: account.id, profileId }
}
