import { z } from 'zod'
import { assessmentFacts, factsFor } from '../../content/assessments.ts'
import { focusFormOf, formId } from '../../content/forms.ts'
import { Failure } from '../../contract/failure.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import { locales } from '../../contract/locale.ts'
import { operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { AssessmentId, assessmentIds, LocaleCode, PageNumber, PageSize } from '../../contract/shapes.ts'

const Assessment = z
  .strictObject({
    id: AssessmentId,
    name: z.string().meta({ description: 'Display name.', examples: ['DISC'] }),
    version: z.string().meta({
      description: 'Current form. Results name the form they were answered on.',
      examples: ['disc-24-2'],
    }),
    itemCount: z.int().meta({ description: 'Number of items, blocks or screens.', examples: [24] }),
    estimatedMinutes: z.int().meta({ description: 'Typical duration in minutes.', examples: [6] }),
    locales: z.array(LocaleCode).meta({ description: 'Languages of the items.', examples: [['en']] }),
    forms: z
      .array(
        z.strictObject({
          id: FocusFormName,
          version: z.string().meta({ description: 'Current form of this length.', examples: ['focus-60-1'] }),
          itemCount: z.int().meta({ description: 'Number of items.', examples: [60] }),
          estimatedMinutes: z.int().meta({ description: 'Typical duration in minutes.', examples: [7] }),
        }),
      )
      .optional()
      .meta({
        description: 'Only if there are several lengths: each of them. The fields above are of the first.',
      }),
  })
  .meta({ id: 'Assessment', description: 'An available assessment.' })

type Assessment = z.output<typeof Assessment>

const assessments: readonly Assessment[] = assessmentIds.map((id) => ({
  id,
  name: assessmentFacts[id].name,
  version: formId(id),
  itemCount: assessmentFacts[id].itemCount,
  estimatedMinutes: assessmentFacts[id].estimatedMinutes,
  locales: [...locales],
  ...(id === 'focus' && { forms: FocusFormName.options.map(lengthOf) }),
}))

function lengthOf(form: FocusFormName) {
  const { itemCount, estimatedMinutes } = factsFor('focus', form)
  return { id: form, version: focusFormOf(form).id, itemCount, estimatedMinutes }
}

export const listAssessments = operation({
  name: 'list_assessments',
  summary: 'List the available assessments',
  scope: 'account:read',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({ limit: PageSize, page: PageNumber }),
  output: z.array(Assessment),
  rest: {
    group: 'assessments',
    route: 'GET /assessments',
    sdk: 'assessments.list',
    key: 'assessments',
    status: 200,
  },
  async run(_, input) {
    const { limit, offset } = rowRangeOf(input)
    return {
      resource: assessments.slice(offset, offset + limit),
      siblings: { pagination: paginationOf(input, assessments.length) },
    }
  },
})

export const getAssessment = operation({
  name: 'get_assessment',
  summary: 'Get one available assessment',
  scope: 'account:read',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({
    assessmentId: z
      .string()
      .regex(/^[a-z0-9_-]{1,40}$/, 'is not an assessment id such as disc')
      .meta({ description: 'One of `disc`, `focus` and `core`.', examples: ['disc', 'focus', 'core'] }),
  }),
  output: Assessment,
  rest: {
    group: 'assessments',
    route: 'GET /assessment/{assessmentId}',
    sdk: 'assessments.get',
    key: 'assessment',
    status: 200,
  },
  async run(_, { assessmentId }) {
    const assessment = assessments.find(({ id }) => id === assessmentId)
    if (assessment) return { resource: assessment }
    throw new Failure('assessment_not_found', {
      message: `Assessment not found. Use one of ${assessmentIds.join(', ')}.`,
    })
  },
})
