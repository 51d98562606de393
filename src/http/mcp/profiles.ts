import { fullName } from '../../contract/full-name.ts'
import { runQuery, runQueryForOne } from './queries.ts'
import type { McpRequestContext } from './request-context.ts'
import { type ReferenceKind, resolveReference } from './resolve-reference.ts'

/** The fields of a profile that prompts and resources use. */
export type McpProfile = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  state: string
  attempt: number
  availableAssessments: string[]
  completedAssessments: string[]
  isCompleted: boolean
  dateStarted: string | null
  disc: (Record<'d' | 'i' | 's' | 'c', number> & { style: string; styleIsTied?: boolean }) | null
  focus: Record<string, FocusTrait> | null
  core: (Record<CoreRank, string> & { rank90?: Record<string, [best: number, worst: number]> }) | null
  quality: { outcome: 'ok' | 'caution' | 'invalid'; reasons: unknown[] } | null
  scoring: { confidence?: { disc?: { style: number } } } | null
}

type CoreRank = 'first' | 'second' | 'third' | 'fourth' | 'fifth'

export type FocusLevel = { score: number; level: string }
type FocusTrait = FocusLevel & { facets: Record<string, FocusLevel> }

export const profileReferences: ReferenceKind<McpProfile> = {
  async list(context, searchText, page) {
    const args = { ...(searchText === '' ? {} : { search: searchText }), limit: 100, page }
    const { resource, total = 0 } = await runQuery<Summary[]>(context, 'list_profiles', args)
    const candidates = resource.map(({ id, name, email, phone }) => {
      return { id, label: name ?? email ?? phone ?? id, isSearchable: name !== null }
    })
    return { candidates, total }
  },
  get: (context, profileId) => runQueryForOne<McpProfile>(context, 'get_profile', { profileId }),
  labelsOf: (person) => [profileName(person), person.email, person.phone],
  noneFound: 'no one on this account matches. Call list_profiles, and use a name or id from its result.',
  severalFound: 'people match.',
}

type Summary = { id: string; name: string | null; email: string | null; phone: string | null }

/** Finds the person that a prompt argument refers to. */
export function resolveProfile(
  context: McpRequestContext,
  argument: string,
  text: string,
): Promise<McpProfile> {
  return resolveReference(context, profileReferences, argument, text)
}

export function profileName({
  firstName,
  lastName,
}: Pick<McpProfile, 'firstName' | 'lastName'>): string | null {
  return fullName({ firstName, lastName })
}
