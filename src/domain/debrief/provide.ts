import { type Failure, invalid } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { refuseUnpaidWork } from '../account/billing.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { lockProfile } from '../profile/store.ts'
import { debriefByRules } from './by-rules.ts'
import { factsOf } from './facts.ts'
import { endJob } from './job.ts'
import { takeGeneration } from './limits.ts'
import type { Debrief } from './model.ts'
import { replaceDebrief } from './store.ts'
import { readSubject, type Subject } from './subject.ts'
import type { WrittenDebrief } from './text.ts'
import { languageFor, type Prepared, standingFor, sufficient, type Wish } from './wish.ts'

export type Provided = { debrief: Debrief; isNew: boolean; changes: readonly Change[] }

/**
 * The debrief that is asked for: the stored one, or a new one, which is stored. Whoever writes holds the profile, so
 * that of many calls at once one writes and the others find what it wrote.
 */
export async function provide(context: Context, asked: Prepared): Promise<Provided> {
  const { sql, account, now } = context
  const wish = asked.draft && 'joined' in asked.draft ? withoutHaste(asked) : asked
  const jobId = asked.draft?.jobId
  const standing = jobId ? undefined : sufficient(await openSubject(context, wish), account, wish)
  if (standing) return { debrief: standing, isNew: false, changes: [] }
  // The profile before its job, as whoever deletes one takes them.
  const subject = await openSubject(context, wish, lockProfile)
  if (jobId) await endJob(sql, account.id, wish.profileId, jobId)
  const meanwhile = sufficient(subject, account, wish)
  if (meanwhile) return { debrief: meanwhile, isNew: false, changes: [] }
  const better = betterThanRules(subject, account, asked)
  if (better) return { debrief: better, isNew: false, changes: [] }
  const written = await write(context, subject, asked)
  const id = context.newId()
  const at = now()
  const { resultsHash } = subject
  const key = { accountId: account.id, profileId: wish.profileId }
  await replaceDebrief(sql, key, id, { ...written, resultsHash }, at)
  return {
    debrief: freshDebrief(id, subject, written, at),
    isNew: true,
    changes: [change(id, wish, written)],
  }
}

/** A text by the model that still holds is not given up for one by the rules because the model fails today. */
function betterThanRules(
  subject: Subject,
  account: Context['account'],
  { draft, ...wish }: Prepared,
): Debrief | undefined {
  if (!draft || !('reason' in draft)) return undefined
  const standing = standingFor(subject, account, wish)
  return standing && !standing.stale && standing.generator.kind === 'llm' ? standing : undefined
}

/** Whoever waited for another call takes what that one wrote, even where a new text was asked for. */
function withoutHaste({ draft: _, ...wish }: Prepared): Wish {
  return wish.anew === 'always' ? { ...wish, anew: 'whenStale' } : wish
}

async function openSubject(
  { sql, account, site, now }: Context,
  { profileId }: Wish,
  find?: typeof lockProfile,
): Promise<Subject> {
  const subject = await readSubject(sql, account, profileId, find)
  if (subject?.profile.isCompleted) return subject
  // What is not paid for is refused before anything that was found, or was not.
  refuseUnpaidWork(account, site.trial, now())
  if (subject) throw notCompleted()
  return noSuchProfile()
}

function notCompleted(): Failure {
  return invalid(
    'The person has not completed every available assessment, so there is nothing to write from yet. Wait for the ' +
      'rest, a retake included, or send an invite.',
    { code: 'not_completed' },
  )
}

/** The model's text, while it is about these results; otherwise the rules write, and say why. */
async function write(context: Context, subject: Subject, asked: Prepared): Promise<WrittenDebrief> {
  const { account, site, now } = context
  const { draft } = asked
  if (draft && 'refusal' in draft) throw draft.refusal
  if (draft && 'written' in draft && draft.resultsHash === subject.resultsHash) return draft.written
  refuseUnpaidWork(account, site.trial, now())
  // Whoever asked a model has been counted.
  if (!draft?.jobId) await takeGeneration(context, 'rules')
  const written = debriefByRules({
    facts: factsOf(subject.basis),
    locale: languageFor(subject, account, asked),
    seed: subject.profile.id,
  })
  if (account.preferences.debriefWriter !== 'model') return written
  const reason = draft && 'reason' in draft ? draft.reason : 'results_changed'
  return { ...written, generator: { ...written.generator, reason } }
}

function freshDebrief(
  id: string,
  { profile, resultsHash }: Subject,
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
function change(id: string, { profileId }: Wish, { locale, generator }: WrittenDebrief): Change {
  return {
    target: { type: 'profile', id: profileId },
    action: 'generate_debrief',
    changes: { debriefId: id, locale, generator: generator.kind },
  }
}
