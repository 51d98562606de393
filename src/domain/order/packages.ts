import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { AssessmentId } from '../../contract/shapes.ts'

export const PackageId = z
  .string()
  .min(1, 'must not be empty')
  .max(100, 'is too long: at most 100 characters')
  .meta({ description: 'What is ordered, as `GET /packages` lists it.', examples: ['all'] })

const Package = z
  .strictObject({
    id: PackageId,
    name: z.string().meta({ description: 'Its name, for people who order.', examples: ['All three'] }),
    description: z
      .string()
      .meta({ description: 'What it contains.', examples: ['DISC, Focus and Core: about 25 minutes.'] }),
    assessmentIds: z
      .array(AssessmentId)
      .meta({ description: 'Its assessments.', examples: [['disc', 'focus', 'core']] }),
  })
  .meta({ id: 'Package', description: 'What can be ordered.' })
export type Package = z.output<typeof Package>

/** What can be ordered. Systems keep these ids in their jobs, so an id never changes its meaning. */
const packages: readonly Package[] = [
  {
    id: 'all',
    name: 'Timbre: DISC, Focus and Core',
    description: 'How the person works with others, their traits, and their values.',
    assessmentIds: ['disc', 'focus', 'core'],
  },
  {
    id: 'focus',
    name: 'Timbre: Focus',
    description: 'Five traits in thirty facets.',
    assessmentIds: ['focus'],
  },
  {
    id: 'disc-core',
    name: 'Timbre: DISC and Core',
    description: 'How the person works with others, and their values.',
    assessmentIds: ['disc', 'core'],
  },
]

export function openPackage(id: string): Package {
  const found = packages.find((one) => one.id === id)
  if (!found) throw new Failure('package_not_found', { param: 'packageId' })
  return found
}

export const listPackages = operation({
  name: 'list_packages',
  summary: 'List what can be ordered',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(Package),
  rest: { group: 'orders', route: 'GET /packages', sdk: 'packages.list', key: 'packages', status: 200 },
  async run() {
    return { resource: [...packages] }
  },
})
