import { z } from 'zod'
import { operation } from '../contract/operation.ts'
import { generateDebrief } from '../domain/debrief/operations.ts'
import { inviteByEmail } from '../domain/invite/operations.ts'
import { inviteChange, sendInvite } from '../domain/invite/send.ts'
import { createProfile } from '../domain/profile/create.ts'
import { findProfile } from '../domain/profile/store.ts'
import { type DemoAccount, machineOf } from './account.ts'
import { answer, openLink } from './journey.ts'
import type { DemoPerson } from './people.ts'
import { respondent } from './respondent.ts'
import { type DemoParts, openStage, type Stage } from './stage.ts'

/** Lets one person of the demo live through their story. Returns the last link that was sent, if any. */
export async function livePerson(
  parts: DemoParts,
  account: DemoAccount,
  person: DemoPerson,
  tagIds: readonly string[],
): Promise<string | undefined> {
  const { story } = person
  const stage = openStage(parts, new Date(parts.clock().getTime() - story.daysAgo * 86_400_000 - 3_600_000))
  const profileId = await create(parts, stage, account, person, tagIds)
  if (story.kind === 'notInvited' || !person.mailbox) return undefined
  stage.pass(60)
  const link = await invite(parts, stage, account, profileId)
  if (story.kind === 'invited' || story.kind === 'expired') return link
  stage.pass(300)
  const taker = await openLink(parts, stage, link)
  if (story.kind === 'opened') return link
  stage.pass(20)
  const counts = story.kind === 'done' ? { disc: 24, focus: 120, core: 21 } : story
  await answer(stage, taker, respondent(`${person.firstName} ${person.lastName}`), counts)
  if (person.isDebriefed) await debrief(parts, stage, account, profileId)
  return link
}

/** Asked for a few hours after the last answer; the rules write it. */
async function debrief(
  parts: DemoParts,
  stage: Stage,
  account: DemoAccount,
  profileId: string,
): Promise<void> {
  stage.pass(3 * 3600)
  await stage.gate(generateDebrief, machineOf(parts, account), { profileId }, { id: 'demo' })
}

async function create(
  parts: DemoParts,
  stage: Stage,
  account: DemoAccount,
  person: DemoPerson,
  tagIds: readonly string[],
): Promise<string> {
  const { firstName, lastName, mailbox, phone, locale, customId } = person
  const domain = account.owner.slice(account.owner.indexOf('@') + 1)
  const input = {
    firstName,
    lastName,
    locale,
    ...(mailbox ? { email: `${mailbox}@${domain}` } : {}),
    ...(phone ? { phone } : {}),
    ...(customId ? { customId } : {}),
    ...(tagIds.length > 0 ? { tagIds } : {}),
  }
  const { resource } = await stage.gate(createProfile, machineOf(parts, account), input, { id: 'demo' })
  return resource.id
}

/** The invite operation without its silence: the demo needs the link that the letter carries. */
const inviteAloud = operation({
  ...inviteByEmail,
  output: z.string(),
  async run(context, { profileId }) {
    const profile = await findProfile(context.sql, context.account.id, profileId)
    if (!profile?.email) throw new Error('The demo invites somebody who cannot be invited.')
    const link = await sendInvite(context, profile, { channel: 'email', to: profile.email })
    return { resource: link, changes: [inviteChange(profileId, 'email')] }
  },
})

async function invite(
  parts: DemoParts,
  stage: Stage,
  account: DemoAccount,
  profileId: string,
): Promise<string> {
  const { resource } = await stage.gate(inviteAloud, machineOf(parts, account), { profileId }, { id: 'demo' })
  return resource
}
