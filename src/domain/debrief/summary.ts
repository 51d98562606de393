import { z } from 'zod'
import { focusFormName } from '../../content/forms.ts'
import { Failure } from '../../contract/failure.ts'
import { fullName } from '../../contract/full-name.ts'
import { type Context, operation, type PrepareContext } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import type { Trait } from '../../scoring/results.ts'
import { type LocalFocus, readLocalFocus } from '../norm/local-focus.ts'
import type { Profile } from '../profile/model.ts'
import { findProfile } from '../profile/store.ts'
import { needsModel, requestModelDraft } from './ask-model.ts'
import { type DebriefRequest, findStoredDebrief, type PreparedDebriefRequest } from './debrief-request.ts'
import { type DebriefResult, getOrCreateDebrief } from './get-or-create.ts'
import type { Debrief } from './model.ts'
import { profileExistsAnywhere } from './store.ts'
import { type DebriefSubject, readDebriefSubject } from './subject.ts'

const letterScore = z.number()
const valueKey = z.string()

/** Null means not available yet. */
const BehavioralSummary = z.object({
  profileId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  isCompleted: z.boolean(),
  disc: z
    .object({
      style: z.string(),
      d: letterScore,
      i: letterScore,
      s: letterScore,
      c: letterScore,
      styleIsTied: z.boolean().optional(),
    })
    .nullable()
    .meta({ description: '0 to 100, relative within the person.' }),
  focus: z
    .record(z.string(), z.object({ score: z.number(), level: z.string(), localScore: z.number().optional() }))
    .nullable()
    .meta({ description: 'Percentile in the norm and level, by trait.' }),
  focusForm: z
    .literal('focus-60')
    .optional()
    .meta({ description: 'Short form of Focus: margins of error are wider.' }),
  localNorm: z.object({ norm: z.string(), n: z.int() }).optional().meta({
    description: 'Comparison group of localScore: people of this account, in addition to the general norm.',
  }),
  core: z
    .object({
      first: valueKey,
      second: valueKey,
      third: valueKey,
      fourth: valueKey,
      fifth: valueKey,
      rank90: z.record(z.string(), z.array(z.int())).optional(),
    })
    .nullable()
    .meta({
      description:
        'The five most important of thirteen values. `rank90`: the best and the worst rank that each value ' +
        'may well have.',
    }),
  debrief: z
    .object({
      id: z.string(),
      content: z.string().meta({ description: 'Markdown.' }),
      stale: z
        .literal(true)
        .optional()
        .meta({ description: 'Written from earlier results; no new one can be written now.' }),
    })
    .nullable(),
  debriefGenerated: z.boolean().meta({ description: 'Whether this request wrote the debrief.' }),
})
type BehavioralSummary = z.output<typeof BehavioralSummary>

export const getBehavioralSummary = operation({
  name: 'get_behavioral_summary',
  summary: 'Get results and debrief of one person',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'adds',
  emits: ['debrief.generated'],
  refuses: ['missing', 'forbidden', 'billing', 'limited', 'conflict'],
  input: z.strictObject({
    profileId: z.string().meta({
      description: 'Profile id from list_profiles.',
      examples: ['6920318e4b1a0c7d2e8f5a63'],
    }),
  }),
  output: BehavioralSummary,
  mcp: {
    title: 'Get behavioral summary',
    description:
      "Returns a person's details, DISC, Focus and Core results, and a debrief: those results in words. " +
      'The first call writes and stores the debrief, which can take a minute; later calls return it ' +
      'until a retake changes the results. Until everything is completed it returns what is known and ' +
      'writes nothing. No score is a grade or a measure of ability.',
    output: BehavioralSummary,
    content: ({ resource }) => resource,
    repeatable: true,
    unfinished: { message: 'The debrief is still being generated', retryArgument: 'profileId' },
    card: 'summary',
  },
  takesLong: true,
  async prepare({ profileId }, preparation): Promise<PreparedDebriefRequest> {
    await refuseForeignProfile(preparation, profileId)
    return requestModelDraft(preparation, requestFor(profileId))
  },
  async withoutPreparation({ profileId }, { sql, account }) {
    // `prepare` refuses profiles that are not on this account.
    const subjectRead = PublicId.safeParse(profileId).success
      ? await readDebriefSubject(sql, account, profileId)
      : undefined
    const request = requestFor(profileId)
    if (!subjectRead || needsModel(subjectRead, account, request)) return undefined
    return { ...request, subjectRead }
  },
  async run(context, prepared) {
    const { sql, account } = context
    const { subjectRead = await readDebriefSubject(sql, account, prepared.profileId) } = prepared
    const subject = subjectRead ?? throwProfileNotFound()
    const { profile } = subject
    const local = profile.focus ? await readLocalFocus(sql, account.id, profile) : undefined
    if (!profile.isCompleted) return { resource: summaryOf(profile, local, null, false), changes: [] }
    const { debrief, isNew, changes } = await getOrCreateOrStale(context, subject, prepared)
    return { resource: summaryOf(profile, local, debrief, isNew), changes }
  },
})

function requestFor(profileId: string): DebriefRequest {
  return { profileId, anyLanguage: true, regenerate: 'whenStale' }
}

/**
 * Nonexistent ids and those of another account get different errors here, as the API documents, and nowhere
 * else.
 */
async function refuseForeignProfile(preparation: PrepareContext, profileId: string): Promise<void> {
  if (!PublicId.safeParse(profileId).success) throwProfileNotFound()
  const { account } = preparation
  if (await preparation.transact((sql) => findProfile(sql, account.id, profileId))) return
  if (!(await preparation.systemRead((sql) => profileExistsAnywhere(sql, profileId)))) throwProfileNotFound()
  throw new Failure('profile_not_on_account', {
    message: 'Profile is not on this account. Call list_profiles to see who is.',
  })
}

function throwProfileNotFound(): never {
  throw new Failure('profile_not_found', {
    message: 'Profile not found. Call list_profiles to see valid ids.',
  })
}

/** If no new text can be written now, one from earlier results is better than none. */
async function getOrCreateOrStale(
  context: Context,
  subject: DebriefSubject,
  prepared: PreparedDebriefRequest,
): Promise<DebriefResult> {
  try {
    return await getOrCreateDebrief(context, { ...prepared, subjectRead: subject })
  } catch (refusal) {
    const stored = findStoredDebrief(subject, context.account, prepared)
    if (!stored || !(refusal instanceof Failure) || !staleAllowedFor.has(refusal.kind)) throw refusal
    return { debrief: stored, isNew: false, changes: [] }
  }
}

const staleAllowedFor: ReadonlySet<Failure['kind']> = new Set(['billing', 'limited', 'unavailable'])

function summaryOf(
  profile: Profile,
  local: LocalFocus | undefined,
  debrief: Debrief | null,
  isNew: boolean,
): BehavioralSummary {
  const { id, firstName, lastName, email, isCompleted, disc, focus, core, scoring } = profile
  const traits = Object.entries(focus ?? {}).map(([trait, { score, level }]) => {
    const localScore = local?.scores[trait as Trait].score
    return [trait, localScore === undefined ? { score, level } : { score, level, localScore }]
  })
  return {
    profileId: id,
    name: fullName({ firstName, lastName }),
    email,
    isCompleted,
    disc,
    focus: focus && Object.fromEntries(traits),
    ...(focusFormName(scoring?.form.focus ?? '') === 'focus-60' && { focusForm: 'focus-60' as const }),
    ...(local && { localNorm: { norm: local.norm, n: local.n } }),
    core,
    debrief: debrief && {
      id: debrief.id,
      content: debrief.content,
      ...(debrief.stale ? { stale: true as const } : {}),
    },
    debriefGenerated: isNew,
  }
}
