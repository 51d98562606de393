import { z } from 'zod'
import type { DeviceKind } from '../contract/device.ts'
import { operation } from '../contract/operation.ts'
import { pickDefined } from '../contract/pick-defined.ts'
import { issueRetake } from '../domain/assessment/retake.ts'
import { requireOpenCampaign } from '../domain/campaign-progress/require-open.ts'
import { generateDebrief } from '../domain/debrief/operations.ts'
import { noteRefusedAddress } from '../domain/invite/delivery.ts'
import { sendInviteByEmail } from '../domain/invite/operations.ts'
import { inviteChange, sendInvite } from '../domain/invite/send.ts'
import { settleInvite } from '../domain/invite/store.ts'
import { createProfile } from '../domain/profile/create.ts'
import { findProfile, findProfilesByAddress } from '../domain/profile/store.ts'
import { createRespondent, simulateDiscAnswers } from '../domain/sandbox/respondent.ts'
import { type DemoAccount, machineOf } from './account.ts'
import { type DemoGate, type DemoParts, openDemoGate } from './demo-gate.ts'
import type { DemoPerson } from './people.ts'
import { openLink, submitAnswers } from './take-assessments.ts'

/** Runs one demo person's story. Returns the last link that was sent, if any. */
export async function createDemoPerson(
  parts: DemoParts,
  account: DemoAccount,
  person: DemoPerson,
  tagIds: readonly string[],
  campaignId?: string,
): Promise<string | undefined> {
  const { story } = person
  const demoGate = openDemoGate(
    parts,
    new Date(
      parts.clock().getTime() - story.daysAgo * 86_400_000 - 3_600_000 - earlierMinutes(person) * 60_000,
    ),
  )
  const profileId = await create(parts, demoGate, account, person, tagIds)
  if (story.kind === 'notInvited' || !person.mailbox) return undefined
  demoGate.advance(60)
  const isRefused = story.kind === 'refused'
  const link = await invite(demoGate, machineOf(parts, account), profileId, { campaignId, isRefused })
  if (isRefused) {
    const [address, { installation }] = [addressOf(account, person) ?? '', parts]
    // As after a real refusal, nothing more is sent to the address until someone tries it again.
    await parts.database.inAccount(account.id, (sql) =>
      noteRefusedAddress(sql, { accountId: account.id, address, installation }, demoGate.clock()),
    )
  }
  if (story.kind === 'invited' || story.kind === 'expired' || story.kind === 'refused') return link
  demoGate.advance(300)
  const taker = await openLink(parts, demoGate, link, deviceFor(person))
  if (story.kind === 'opened') return link
  demoGate.advance(20)
  const counts = story.kind === 'done' ? { disc: 24, focus: 120, core: 21 } : story
  await submitAnswers(demoGate, taker, createRespondent(`${person.firstName} ${person.lastName}`), counts)
  if (person.isDebriefed) await debrief(parts, demoGate, account, profileId)
  return link
}

/** People who are done were at it at different hours, so that the usage of the demo shows some. */
export function earlierMinutes({ story, firstName, lastName }: DemoPerson): number {
  return story.kind === 'done' ? ((firstName.length * 7 + lastName.length * 11) % 13) * 43 : 0
}

function deviceFor({ firstName, lastName }: DemoPerson): DeviceKind {
  const kinds = ['phone', 'desktop', 'phone', 'desktop', 'phone', 'tablet', 'desktop'] as const
  return kinds[(firstName.length + lastName.length) % kinds.length] ?? 'phone'
}

/** Retakes DISC. The earlier debrief no longer matches the results. */
export async function retakeDisc(
  parts: DemoParts,
  account: DemoAccount,
  person: DemoPerson & { retookDaysAgo: number },
): Promise<void> {
  const demoGate = openDemoGate(parts, new Date(parts.clock().getTime() - person.retookDaysAgo * 86_400_000))
  const [profileId = ''] = await parts.database.inAccount(account.id, (sql) =>
    findProfilesByAddress(sql, account.id, addressOf(account, person), null),
  )
  const request = { profileId, assessmentIds: ['disc'] }
  await demoGate.gate(issueRetake, machineOf(parts, account), request, { id: 'demo' })
  demoGate.advance(60)
  const link = await invite(demoGate, machineOf(parts, account), profileId, {})
  const taker = await openLink(parts, demoGate, link, deviceFor(person))
  demoGate.advance(20)
  const again = createRespondent(`${person.firstName} ${person.lastName}`)
  // The same tendencies with different noise.
  simulateDiscAnswers(again, 24)
  await submitAnswers(demoGate, taker, again, { disc: 24, focus: 0, core: 0 }, 2)
}

/** Generated a few hours after the last answer, by rules. */
async function debrief(
  parts: DemoParts,
  demoGate: DemoGate,
  account: DemoAccount,
  profileId: string,
): Promise<void> {
  demoGate.advance(3 * 3600)
  await demoGate.gate(generateDebrief, machineOf(parts, account), { profileId }, { id: 'demo' })
}

async function create(
  parts: DemoParts,
  demoGate: DemoGate,
  account: DemoAccount,
  person: DemoPerson,
  tagIds: readonly string[],
): Promise<string> {
  const { firstName, lastName, phone, locale, customId } = person
  const email = addressOf(account, person)
  const input = {
    firstName,
    lastName,
    locale,
    ...pickDefined({
      email: email ?? undefined,
      phone: phone ?? undefined,
      customId: customId ?? undefined,
      tagIds: tagIds.length > 0 ? tagIds : undefined,
    }),
  }
  const { resource } = await demoGate.gate(createProfile, machineOf(parts, account), input, { id: 'demo' })
  return resource.id
}

function addressOf({ owner }: DemoAccount, { mailbox }: DemoPerson): string | null {
  return mailbox ? `${mailbox}${owner.slice(owner.indexOf('@'))}` : null
}

const { withoutProfilesRead: _, ...emailInvite } = sendInviteByEmail

/** With a campaign, the link is one of it, so that people of a campaign are invited on different days. */
type InviteStory = { campaignId?: string | undefined; isRefused?: boolean }

/**
 * The invite operation with its link in the answer, because the demo needs the link from the email. What became of the
 * message is written in the same transaction: a worker can't send what a mail server has refused.
 */
const inviteAloud = ({ campaignId, isRefused = false }: InviteStory) =>
  operation({
    ...emailInvite,
    scope: 'profiles:write',
    reveals: 'status',
    issues: 'invite',
    output: z.string(),
    async run(context, { profileId }) {
      const { sql, account } = context
      const profile = await findProfile(sql, account.id, profileId)
      if (!profile?.email) throw new Error('The demo invites someone who cannot be invited.')
      const address = { channel: 'email', to: profile.email } as const
      const campaign = campaignId ? await requireOpenCampaign(sql, account.id, campaignId) : undefined
      const link = await sendInvite(context, profile, address, undefined, campaign)
      await settleInvite(sql, { accountId: account.id, profileId }, { now: context.now(), isRefused })
      return { resource: link, changes: [inviteChange(profileId, 'email')] }
    },
  })

async function invite(
  demoGate: DemoGate,
  caller: ReturnType<typeof machineOf>,
  profileId: string,
  story: InviteStory,
): Promise<string> {
  const { resource } = await demoGate.gate(inviteAloud(story), caller, { profileId }, { id: 'demo' })
  return resource
}
