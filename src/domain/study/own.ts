import { z } from 'zod'
import { notFound } from '../../contract/failure.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { EmailAddress } from '../../contract/shapes.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { findProfile } from '../profile/store.ts'
import { findFirstOccasion, removeParticipation, writeRequest } from './participant-store.ts'
import { sendStudyLink } from './send-link.ts'
import { findOpenStudy, lockOpenStudy } from './store.ts'

/**
 * In a session from an invite link nobody learns whether the person takes part: the account can create such a link
 * itself. So everything that depends on it is behind a link of its own, which is sent to an address that the person enters
 * here, and these operations answer the same to everyone. They change nothing that the audit log records.
 */

const nothing = z.strictObject({})

/** Whether the account has a study that this person could take part in. It doesn't depend on whether they do. */
export const readStudyOffer = operation({
  name: 'read_study_offer',
  summary: 'Read whether the person who opened the link could take part in a study',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: nothing,
  output: z.strictObject({
    ...accountViewFields,
    locale: z.enum(locales).nullable(),
    isOffered: z.boolean(),
  }),
  async run(context) {
    const { sql, account } = context
    const profileId = profileOf(context)
    const study = await findOpenStudy(sql, account.id)
    const first = study && (await findFirstOccasion(sql, account.id, profileId, study.focusForm))
    const profile = await findProfile(sql, account.id, profileId)
    return {
      resource: {
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        locale: (profile?.locale as Locale | undefined) ?? null,
        isOffered: first !== undefined,
      },
    }
  },
})

/** Sends the link of the study to this address. Answers the same whether it was sent, and whatever was there before. */
export const requestStudyLink = operation({
  name: 'request_study_link',
  summary: 'Email the person who opened the link the link of the study',
  access: 'taker',
  reveals: 'own',
  issues: 'invite',
  effect: 'replaces',
  emits: [],
  refuses: ['missing'],
  input: z.strictObject({ email: EmailAddress, locale: z.enum(locales) }),
  output: z.null(),
  async run(context, { email, locale }) {
    const { sql, account, newId, now } = context
    const profileId = profileOf(context)
    const study = await lockOpenStudy(sql, account.id)
    const first = study && (await findFirstOccasion(sql, account.id, profileId, study.focusForm))
    if (!study || !first) throw notFound('There is no study that you could take part in.')
    const tokenHash = await sendStudyLink(context, { profileId, to: email, locale }, { kind: 'link' })
    if (tokenHash) {
      const { attempt } = first
      const request = { id: newId(), studyId: study.id, profileId, email, locale, attempt }
      await writeRequest(sql, { accountId: account.id, ...request, tokenHash, now: now() })
    }
    return { resource: null, changes: [] }
  },
})

/** Ends the person's participation, if there is any. Answers the same in either case. */
export const endOwnParticipation = operation({
  name: 'end_own_participation',
  summary: 'End any participation in a study of the person who opened the link',
  access: 'taker',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  input: nothing,
  output: z.null(),
  async run(context) {
    await removeParticipation(context.sql, context.account.id, profileOf(context))
    return { resource: null, changes: [] }
  },
})

function profileOf({ caller }: Context): string {
  if (caller.kind !== 'taker') throw notFound("There's nothing here anymore.")
  return caller.profileId
}
