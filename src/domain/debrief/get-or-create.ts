import { Failure } from '../../contract/failure.ts'
import type { Change } from '../../contract/operation.ts'
import { refuseUnpaidWork } from '../account/billing.ts'
import { recordEvent } from '../event/record.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { lockProfile } from '../profile/store.ts'
import { isWrittenByModel } from './ask-model.ts'
import { debriefByRules } from './by-rules.ts'
import {
  type DebriefContext,
  type DebriefRequest,
  debriefLocaleFor,
  findStoredDebrief,
  findSufficientDebrief,
  type PreparedDebriefRequest,
} from './debrief-request.ts'
import { extractFacts } from './facts.ts'
import { endJob } from './job.ts'
import { recordGeneration } from './limits.ts'
import type { Debrief } from './model.ts'
import { hasDebriefs, replaceDebrief } from './store.ts'
import { type DebriefSubject, readDebriefSubject } from './subject.ts'
import type { WrittenDebrief } from './text.ts'

export type DebriefResult = { debrief: Debrief; isNew: boolean; changes: readonly Change[] }

/**
 * Returns the stored debrief, or writes and stores a new one. Writing locks the profile, so that of concurrent calls
 * one writes and the others return its text.
 */
export async function getOrCreateDebrief(
  context: DebriefContext,
  prepared: PreparedDebriefRequest,
): Promise<DebriefResult> {
  const { sql, account, now } = context
  const request = prepared.draft && 'joined' in prepared.draft ? acceptConcurrentText(prepared) : prepared
  const jobId = prepared.draft?.jobId
  const existing = jobId ? undefined : await findExisting(context, request)
  if (existing) return { debrief: existing, isNew: false, changes: [] }
  // Lock the profile before its job, in the same order as deleting a profile.
  const subject = await openSubject(context, request, lockProfile)
  if (jobId) await endJob(sql, account.id, request.profileId, jobId)
  const concurrent = findSufficientDebrief(subject, account, request)
  if (concurrent) return { debrief: concurrent, isNew: false, changes: [] }
  const modelText = findModelTextToKeep(subject, account, prepared)
  if (modelText) return { debrief: modelText, isNew: false, changes: [] }
  const written = await write(context, subject, prepared)
  const id = context.newId()
  const at = now()
  const { resultsHash } = subject
  const key = { accountId: account.id, profileId: request.profileId }
  await replaceDebrief(sql, key, id, { ...written, resultsHash }, at)
  recordEvent(sql, {
    type: 'debrief.generated',
    data: {
      debriefId: id,
      profileId: request.profileId,
      locale: written.locale,
      generator: written.generator.kind,
    },
  })
  return {
    debrief: freshDebrief(id, subject, written, at),
    isNew: true,
    changes: [change(id, request, written)],
  }
}

/** Reads without a lock, because most calls find a stored debrief; reads nothing more if there can't be one. */
async function findExisting(
  context: DebriefContext,
  { subjectRead, ...request }: PreparedDebriefRequest,
): Promise<Debrief | undefined> {
  const { sql, account } = context
  if (request.regenerate === 'always') return undefined
  if (subjectRead) return findSufficientDebrief(subjectRead, account, request)
  if (!(await hasDebriefs(sql, { accountId: account.id, profileId: request.profileId }))) return undefined
  return findSufficientDebrief(await openSubject(context, request), account, request)
}

/** A current text by the model is not replaced by one by rules because the model fails now. */
function findModelTextToKeep(
  subject: DebriefSubject,
  account: DebriefContext['account'],
  { draft, ...request }: PreparedDebriefRequest,
): Debrief | undefined {
  if (!draft || !('reason' in draft)) return undefined
  const existing = findStoredDebrief(subject, account, request)
  return existing && !existing.stale && existing.generator.kind === 'llm' ? existing : undefined
}

/** A call that waited for another one returns that text, even if a new one was requested. */
function acceptConcurrentText({ draft: _, ...request }: PreparedDebriefRequest): PreparedDebriefRequest {
  return request.regenerate === 'always' ? { ...request, regenerate: 'whenStale' } : request
}

async function openSubject(
  { sql, account, installation, now }: DebriefContext,
  { profileId }: DebriefRequest,
  find?: typeof lockProfile,
): Promise<DebriefSubject> {
  const subject = await readDebriefSubject(sql, account, profileId, find)
  if (subject?.profile.isCompleted) return subject
  // Billing is refused before a missing or unfinished profile is.
  refuseUnpaidWork(account, installation.trial, now())
  if (subject) throw notCompleted()
  return noSuchProfile()
}

function notCompleted(): Failure {
  return new Failure('not_completed')
}

/** The model's text if it is about the current results; otherwise a text by rules, with the reason. */
async function write(
  context: DebriefContext,
  subject: DebriefSubject,
  prepared: PreparedDebriefRequest,
): Promise<WrittenDebrief> {
  const { account, installation, now } = context
  const { draft } = prepared
  if (draft && 'refusal' in draft) throw draft.refusal
  if (draft && 'written' in draft && draft.resultsHash === subject.resultsHash) return draft.written
  refuseUnpaidWork(account, installation.trial, now())
  // A call that asked the model was already counted.
  if (!draft?.jobId) await recordGeneration(context, 'rules', { leavesRoom: prepared.leavesRoom })
  const written = debriefByRules({
    facts: extractFacts(subject.basis),
    locale: debriefLocaleFor(subject, account, prepared),
  })
  if (!isWrittenByModel(account)) return written
  const reason = draft && 'reason' in draft ? draft.reason : 'results_changed'
  return { ...written, generator: { ...written.generator, reason } }
}

function freshDebrief(
  id: string,
  { profile, resultsHash }: DebriefSubject,
  written: WrittenDebrief,
  at: Date,
): Debrief {
  const { content, sections, locale, generator } = written
  const time = at.toISOString()
  return {
    id,
    profileId: profile.id,
    content,
    sections: sections as Debrief['sections'],
    locale,
    generator,
    resultsHash,
    stale: false,
    ratings: { up: 0, down: 0 },
    createdAt: time,
    updatedAt: time,
  }
}

/** The audit log records when and by whom a text was written, but nothing of the text. */
function change(id: string, { profileId }: DebriefRequest, { locale, generator }: WrittenDebrief): Change {
  return {
    target: { type: 'profile', id: profileId },
    action: 'generate_debrief',
    changes: { debriefId: id, locale, generator: generator.kind },
  }
}
