import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { LocaleCode, PublicId } from '../../contract/shapes.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { requestModelDraft } from './ask-model.ts'
import { findStoredDebrief, type PreparedDebriefRequest } from './debrief-request.ts'
import { getOrCreateDebrief } from './get-or-create.ts'
import { Debrief } from './model.ts'
import { readDebriefSubject } from './subject.ts'

const locale = LocaleCode.optional().meta({
  description:
    'The language to read it in; English until there are texts in it. Without it the person’s, or the account’s.',
  examples: ['en'],
})

export const generateDebrief = operation({
  name: 'generate_debrief',
  summary: 'Write a behavioral debrief, or get the one that stands',
  description: [
    'The first call writes the debrief and stores it (201). Later ones answer the stored one (200), with `stale`',
    'where the person has other results since; `regenerate` writes a new one in its place, with an id of its own and',
    'without the ratings of the old one. There is one debrief for each profile and language, whatever the number of',
    'calls at once. It is written by the rules of this service, or by a language model where the account has chosen',
    'one; that can take up to a minute. Where the model fails, the rules write, unless a text by the model still holds:',
    'that one is given again (200). Nothing is written, and 400 answered, before everything available is completed, a',
    'retake included; what stands meanwhile can be read.',
  ].join('\n'),
  scope: 'profiles:read',
  reveals: 'results',
  issues: 'nothing',
  effect: 'adds',
  refuses: ['missing', 'billing', 'limited', 'conflict'],
  input: z.strictObject({
    profileId: PublicId,
    locale,
    regenerate: z
      .boolean()
      .default(false)
      .meta({
        description: 'Writes a new text although one is stored, and removes the stored one with its ratings.',
        examples: [false],
      }),
  }),
  output: Debrief,
  rest: {
    group: 'Playbook AI',
    route: 'POST /playbook/ai/debrief/{profileId}',
    key: 'data',
    status: 201,
    otherStatus: 200,
  },
  takesLong: true,
  prepare({ profileId, locale, regenerate }, preparation): Promise<PreparedDebriefRequest> {
    return requestModelDraft(preparation, { profileId, locale, regenerate: regenerate ? 'always' : 'never' })
  },
  async run(context, prepared) {
    const { debrief, isNew, changes } = await getOrCreateDebrief(context, prepared)
    return { resource: debrief, created: isNew, changes }
  },
})

export const getDebrief = operation({
  name: 'get_debrief',
  summary: 'Get the stored debrief of a profile',
  description:
    'Writes nothing: without a stored debrief it is 404. `stale` says that the person has other results since, or is ' +
    'taking an assessment once more.',
  scope: 'profiles:read',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({
    profileId: PublicId,
    locale: locale.meta({
      description:
        'The debrief in this language, or in English until there are texts in it. Without it the newest.',
      examples: ['en'],
    }),
  }),
  output: Debrief,
  rest: { group: 'Playbook AI', route: 'GET /playbook/ai/debrief/{profileId}', key: 'data', status: 200 },
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
