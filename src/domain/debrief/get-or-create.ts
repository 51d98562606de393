import { Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { refuseUnpaidWork } from '../account/billing.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { lockProfile } from '../profile/store.ts'
import { debriefByRules } from './by-rules.ts'
import {
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
import { replaceDebrief } from './store.ts'
import { type DebriefSubject, readDebriefSubject } from './subject.ts'
import type { WrittenDebrief } from './text.ts'

export type DebriefResult = { debrief: Debrief; isNew: boolean; changes: readonly Change[] }

/**
 * The debrief that is asked for: the stored one, or a new one, which is stored. Whoever writes holds the profile, so
 * that of many calls at once one writes and the others find what it wrote.
 */
export async function getOrCreateDebrief(
  context: Context,
  prepared: PreparedDebriefRequest,
): Promise<DebriefResult> {
  const { sql, account, now } = context
  const request = prepared.draft && 'joined' in prepared.draft ? acceptConcurrentText(prepared) : prepared
  const jobId = prepared.draft?.jobId
  const existing = jobId
    ? undefined
    : findSufficientDebrief(await openSubject(context, request), account, request)
  if (existing) return { debrief: existing, isNew: false, changes: [] }
  // The profile before its job, as whoever deletes one takes them.
  const subject = await openSubject(context, request, lockProfile)
  if (jobId) await endJob(sql, account.id, request.profileId, jobId)
  const meanwhile = findSufficientDebrief(subject, account, request)
  if (meanwhile) return { debrief: meanwhile, isNew: false, changes: [] }
  const better = findModelTextToKeep(subject, account, prepared)
  if (better) return { debrief: better, isNew: false, changes: [] }
  const written = await write(context, subject, prepared)
  const id = context.newId()
  const at = now()
  const { resultsHash } = subject
  const key = { accountId: account.id, profileId: request.profileId }
  await replaceDebrief(sql, key, id, { ...written, resultsHash }, at)
  return {
    debrief: freshDebrief(id, subject, written, at),
    isNew: true,
    changes: [change(id, request, written)],
  }
}

/** A text by the model that still holds is not given up for one by the rules because the model fails today. */
function findModelTextToKeep(
  subject: DebriefSubject,
  account: Context['account'],
  { draft, ...request }: PreparedDebriefRequest,
): Debrief | undefined {
  if (!draft || !('reason' in draft)) return undefined
  const existing = findStoredDebrief(subject, account, request)
  return existing && !existing.stale && existing.generator.kind === 'llm' ? existing : undefined
}

/** Whoever waited for another call takes what that one wrote, even where a new text was asked for. */
function acceptConcurrentText({ draft: _, ...request }: PreparedDebriefRequest): DebriefRequest {
  return request.anew === 'always' ? { ...request, anew: 'whenStale' } : request
}

async function openSubject(
  { sql, account, site, now }: Context,
  { profileId }: DebriefRequest,
  find?: typeof lockProfile,
): Promise<DebriefSubject> {
  const subject = await readDebriefSubject(sql, account, profileId, find)
  if (subject?.profile.isCompleted) return subject
  // What is not paid for is refused before anything that was found, or was not.
  refuseUnpaidWork(account, site.trial, now())
  if (subject) throw notCompleted()
  return noSuchProfile()
}

function notCompleted(): Failure {
  return new Failure('not_completed')
}

/** The model's text, while it is about these results; otherwise the rules write, and say why. */
async function write(
  context: Context,
  subject: DebriefSubject,
  prepared: PreparedDebriefRequest,
): Promise<WrittenDebrief> {
  const { account, site, now } = context
  const { draft } = prepared
  if (draft && 'refusal' in draft) throw draft.refusal
  if (draft && 'written' in draft && draft.resultsHash === subject.resultsHash) return draft.written
  refuseUnpaidWork(account, site.trial, now())
  // Whoever asked a model has been counted.
  if (!draft?.jobId) await recordGeneration(context, 'rules')
  const written = debriefByRules({
    facts: extractFacts(subject.basis),
    locale: debriefLocaleFor(subject, account, prepared),
    seed: subject.profile.id,
  })
  if (account.preferences.debriefWriter !== 'model') return written
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
    ...{ id, profileId: profile.id, content, sections: sections as Debrief['sections'], locale, generator },
    ...{ resultsHash, stale: false, ratings: { up: 0, down: 0 }, createdAt: time, updatedAt: time },
  }
}

/** Of a text the audit keeps that it was written, when and by whom, and no word of it. */
function change(id: string, { profileId }: DebriefRequest, { locale, generator }: WrittenDebrief): Change {
  return {
    target: { type: 'profile', id: profileId },
    action: 'generate_debrief',
    changes: { debriefId: id, locale, generator: generator.kind },
  }
}
