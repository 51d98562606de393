import type { Change, Context } from '../../contract/operation.ts'
import { addProfile, type ProfileInput } from '../profile/add.ts'
import type { Profile } from '../profile/model.ts'
import type { ShareLink } from './model.ts'
import { lockExistingTags } from './store.ts'

/** Adds a person who starts from a link, with the link's tags and settings; undefined if the address is taken. */
export async function addEnrolledProfile(
  context: Context,
  link: ShareLink,
  person: Pick<ProfileInput, 'email' | 'firstName' | 'lastName' | 'locale'>,
): Promise<{ profile: Profile; changes: Change[] } | undefined> {
  const input: ProfileInput = {
    ...person,
    tagIds: await lockExistingTags(context.sql, context.account.id, link.tagIds),
    customId: link.customId,
    assessmentIds: link.assessmentIds.length > 0 ? link.assessmentIds : undefined,
    focusForm: link.focusForm,
  }
  const added = await addProfile(context, input)
  if (!added) return undefined
  const { profile, keyChanges } = added
  const defined = Object.entries(input).filter(([, value]) => value !== undefined)
  const fields = defined.map(([field]) => field).sort()
  const target = { type: 'profile', id: profile.id } as const
  const created: Change = { action: 'create_profile', target, changes: { fields, shareLinkId: link.id } }
  return { profile, changes: [created, ...keyChanges] }
}
