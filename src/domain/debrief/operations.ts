import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import { operation } from '../../contract/operation.ts'
import { LocaleCode, PublicId } from '../../contract/shapes.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { requestModelDraft, requestWithoutModel } from './ask-model.ts'
import { type DebriefRequest, findStoredDebrief, type PreparedDebriefRequest } from './debrief-request.ts'
import { getOrCreateDebrief } from './get-or-create.ts'
import { Debrief } from './model.ts'
import { readDebriefSubject } from './subject.ts'

const locale = LocaleCode.optional().meta({
  description:
    "Language of the debrief; English if there are no texts in it yet. Default: the person's " +
    "language, or the account's.",
  examples: ['en'],
})

export const generateDebrief = operation({
  name: 'generate_debrief',
  summary: 'Create a debrief, or get the stored one',
  description: [
    'The first request writes the debrief and stores it (201). Later requests return the stored one (200), with',
    "`stale` if the person's results have changed since. `regenerate` replaces it with a new one that has its own id",
    'and no ratings. Each profile has one debrief per language, even with concurrent requests. It is written by the',
    'rules of this service, or by a language model if the account has chosen one, which can take up to a minute. If',
    'the model fails, the rules write, unless a valid text by the model is already stored; then that one is returned',
    '(200). Until all available assessments are completed, including a retake, nothing is written and the response',
    'is 400; a stored debrief can still be read.',
  ].join('\n'),
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'adds',
  emits: ['debrief.generated'],
  refuses: ['missing', 'billing', 'limited', 'conflict'],
  input: z.strictObject({
    profileId: PublicId,
    locale,
    regenerate: z
      .boolean()
      .default(false)
      .meta({
        description: 'Writes a new text and removes the stored one with its ratings.',
        examples: [false],
      }),
  }),
  output: Debrief,
  rest: {
    group: 'Playbook AI',
    route: 'POST /playbook/ai/debrief/{profileId}',
    sdk: 'debriefs.generate',
    key: 'data',
    status: 201,
    otherStatus: 200,
  },
  takesLong: true,
  prepare(input, preparation): Promise<PreparedDebriefRequest> {
    return requestModelDraft(preparation, requestOf(input))
  },
  withoutPreparation: (input, context) => requestWithoutModel(context, requestOf(input)),
  async run(context, prepared) {
    const { debrief, isNew, changes } = await getOrCreateDebrief(context, prepared)
    return { resource: debrief, created: isNew, changes }
  },
})

function requestOf({
  regenerate,
  ...input
}: {
  profileId: string
  locale?: Locale | undefined
  regenerate: boolean
}): DebriefRequest {
  return { ...input, regenerate: regenerate ? 'always' : 'never' }
}

export const getDebrief = operation({
  name: 'get_debrief',
  summary: 'Get the stored debrief of a profile',
  description:
    "Writes nothing; returns 404 if no debrief is stored. `stale` says that the person's results have " +
    'changed since, or that a retake is in progress.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({
    profileId: PublicId,
    locale: locale.meta({
      description:
        'Language of the debrief; English if there are no texts in it yet. Default: the newest debrief.',
      examples: ['en'],
    }),
  }),
  output: Debrief,
  rest: {
    group: 'Playbook AI',
    route: 'GET /playbook/ai/debrief/{profileId}',
    sdk: 'debriefs.get',
    key: 'data',
    status: 200,
  },
  async run({ sql, account }, { profileId, locale }) {
    const subject = (await readDebriefSubject(sql, account, profileId)) ?? noSuchProfile()
    const newest =
      locale === undefined ? subject.debriefs[0] : findStoredDebrief(subject, account, { profileId, locale })
    return { resource: newest ?? noSuchDebrief() }
  },
})

export function noSuchDebrief(): never {
  throw new Failure('debrief_not_found')
}
