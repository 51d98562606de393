import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { AssessmentId, PageNumber, PageSize, PublicId } from '../../contract/shapes.ts'
import { readAttempts, type StoredAttempt } from './attempt-store.ts'
import { summarizeAttempt } from './attempt-summary.ts'
import { Profile } from './model.ts'
import { noSuchProfile } from './operations.ts'

/** One attempt in the API: the fields that a profile has for its current attempt. */
export const Attempt = Profile.pick({
  attempt: true,
  availableAssessments: true,
  completedAssessments: true,
  isCompleted: true,
  dateStarted: true,
  dateCompleted: true,
  timers: true,
  disc: true,
  core: true,
  focus: true,
  quality: true,
  scoring: true,
})
  .extend({
    isCurrent: z.boolean().meta({ description: 'Whether this is the current attempt.' }),
    carriedFrom: z.partialRecord(AssessmentId, z.int()).meta({
      description: 'For each result carried over from an earlier attempt, the attempt in which it was given.',
      examples: [{ focus: 1 }],
    }),
  })
  .meta({
    id: 'Attempt',
    description: 'One attempt: the state of the profile during that attempt.',
  })

export type Attempt = z.output<typeof Attempt>

export const listAttempts = operation({
  name: 'list_attempts',
  summary: 'List the attempts of a profile with their results, newest first',
  description:
    'Includes the current attempt, whatever its state. `carriedFrom` names, for each assessment that ' +
    'was not retaken, the attempt that its result comes from.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ profileId: PublicId, limit: PageSize, page: PageNumber }),
  output: z.array(Attempt),
  rest: {
    group: 'profiles',
    route: 'GET /profile/{profileId}/attempts',
    sdk: 'profiles.listAttempts',
    key: 'attempts',
    status: 200,
  },
  async run({ sql, account }, { profileId, ...page }) {
    const attempts = await readAttempts(sql, { accountId: account.id, profileId })
    if (attempts.length === 0) noSuchProfile()
    const { limit, offset } = rowRangeOf(page)
    return {
      resource: attempts.slice(offset, offset + limit).map(attemptDocument),
      siblings: { pagination: paginationOf(page, attempts.length) },
    }
  },
})

/** An attempt in the shape of the API, built from its rows. */
export function attemptDocument({ attempt, isCurrent, ...rows }: StoredAttempt): Attempt {
  const carried = rows.sittings.flatMap(({ assessment, carried_from: from }) =>
    from === null ? [] : [[assessment, from] as const],
  )
  return { attempt, isCurrent, ...summarizeAttempt(rows), carriedFrom: Object.fromEntries(carried) }
}
