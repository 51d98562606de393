import { setPaused, setTrialEnd, setTrialReports } from '../domain/account/store.ts'
import { createCampaign } from '../domain/campaign/operations.ts'
import { createTag } from '../domain/tag/operations.ts'
import { createWebhook } from '../domain/webhook/endpoints.ts'
import { newAppId, registerClient } from '../identity/authorization/register-client.ts'
import { newClientId } from '../identity/client-credentials.ts'
import { newSecret } from '../identity/secret.ts'
import {
  type AccountPlan,
  type DemoAccount,
  machineOf,
  newAccountId,
  openAccount,
  recordAsOperator,
} from './account.ts'
import { type DemoParts, openDemoGate } from './demo-gate.ts'
import { blueHeronMembers, northwindMembers, seedMembers } from './members.ts'
import { type DemoPerson, demoPeople, demoTags, type Story } from './people.ts'
import { createDemoPerson, earlierMinutes, retakeDisc } from './person.ts'

/** The content of `demo.json`, for scripts. */
export type DemoFile = {
  url: string
  baseUrl: string
  accounts: Record<string, DemoAccount>
  takeLink: string
  /** An app that members can authorize, as if the operator had registered it. */
  oauthClient: { clientId: string; redirectUri: string }
}

type AccountName = 'demo' | 'other' | 'trialFull' | 'trialCap' | 'trialExpired' | 'paused'

/** Ids for all accounts, drawn before anything is written, so that an interrupted seeding can be cleared. */
export function planAccountIds(parts: DemoParts): Record<AccountName, string> {
  const id = () => newAccountId(parts)
  return { demo: id(), other: id(), trialFull: id(), trialCap: id(), trialExpired: id(), paused: id() }
}

/**
 * Fills an empty database with one rich account and a small one for each kind of refusal. The rich one sends its events
 * to the demo's receiver, if there is one.
 */
export async function seedDemo(
  parts: DemoParts,
  ids: Record<AccountName, string>,
  receiverUrl?: string,
): Promise<DemoFile> {
  const accounts: Record<string, DemoAccount> = {}
  for (const [name, plan] of Object.entries(plans(parts, ids)))
    accounts[name] = await openAccount(parts, plan)
  const { demo, other, trialFull, trialCap, trialExpired, paused } = accounts as Record<
    AccountName,
    DemoAccount
  >
  await seedMembers(parts, demo, northwindMembers)
  await seedMembers(parts, other, blueHeronMembers)
  const takeLink = await seedManyStories(parts, demo)
  await seedOneStory(parts, other, 3, { kind: 'done', daysAgo: 8 })
  await seedOneStory(parts, trialFull, 2, { kind: 'done', daysAgo: 2 })
  await seedOneStory(parts, trialCap, 1, { kind: 'invited', daysAgo: 1 })
  await seedOneStory(
    parts,
    trialCap,
    parts.installation.trial.profiles - 1,
    { kind: 'notInvited', daysAgo: 1 },
    1,
  )
  await seedOneStory(parts, trialExpired, 2, { kind: 'notInvited', daysAgo: 20 })
  await seedOneStory(parts, paused, 2, { kind: 'notInvited', daysAgo: 5 })
  await restrictAccounts(parts, { trialFull, trialExpired, paused })
  if (receiverUrl) await addReceiver(parts, demo, receiverUrl)
  accounts.elsewhere = accountOfOtherRegion(parts)
  const { publicUrl } = parts.installation
  const oauthClient = await registerSampleApp(parts)
  return { url: publicUrl, baseUrl: `${publicUrl}/api/v4`, accounts, takeLink, oauthClient }
}

/**
 * Trials start active, so that their people can be created the regular way; `restrictAccounts` ends them afterwards.
 */
function plans(parts: DemoParts, ids: Record<AccountName, string>): Record<AccountName, AccountPlan> {
  const inDays = (days: number) => new Date(parts.clock().getTime() + days * 86_400_000)
  const trial = { billingStatus: 'trialing', trialEndsAt: inDays(10) } as const
  const plan = (name: AccountName, title: string, owner: string, more: Partial<AccountPlan> = {}) => ({
    id: ids[name],
    name: title,
    owner,
    daysAgo: 60,
    ...more,
  })
  return {
    demo: plan('demo', northwind[parts.installation.region] ?? 'Northwind', 'ada@northwind.test', {
      preferences: { timezone: 'Europe/London' },
    }),
    other: plan('other', 'Blue Heron', 'owner@blueheron.test'),
    trialFull: plan('trialFull', 'Full Trial', 'owner@fulltrial.test', trial),
    trialCap: plan('trialCap', 'Capped Trial', 'owner@cappedtrial.test', trial),
    trialExpired: plan('trialExpired', 'Expired Trial', 'owner@expiredtrial.test', trial),
    paused: plan('paused', 'Paused', 'owner@paused.test'),
  }
}

/** In several regions, members of each can tell the accounts apart by name. */
const northwind: Record<string, string> = {
  us: 'Northwind',
  eu: 'Northwind Europe',
  sea: 'Northwind Singapore',
}

async function seedManyStories(parts: DemoParts, account: DemoAccount): Promise<string> {
  const demoGate = openDemoGate(parts, new Date(parts.clock().getTime() - 58 * 86_400_000))
  const tagIds = new Map<string, string>()
  for (const tag of demoTags) {
    const { resource } = await demoGate.gate(createTag, machineOf(parts, account), tag, { id: 'demo' })
    tagIds.set(tag.label, resource.id)
  }
  let takeLink = ''
  let campaignId: string | undefined
  const campaign = {
    daysAgo: campaignDaysAgo,
    live: async () => {
      campaignId = await startCampaign(parts, account)
    },
  }
  const lives = demoPeople.map((person) => ({
    daysAgo: person.story.daysAgo + earlierMinutes(person) / 1_440,
    live: async () => {
      const ids = person.tags.map((label) => tagIds.get(label) ?? '')
      // Everyone who is invited from then on is invited in the campaign.
      const link = await createDemoPerson(parts, account, person, ids, campaignId)
      if (person.mailbox === 'kofi' && link) takeLink = link
    },
  }))
  const retakes = demoPeople.flatMap(({ retookDaysAgo: daysAgo, ...person }) =>
    daysAgo === undefined
      ? []
      : [{ daysAgo, live: () => retakeDisc(parts, account, { ...person, retookDaysAgo: daysAgo }) }],
  )
  // The earliest first, so that the audit log is in chronological order.
  const days = [campaign, ...lives, ...retakes].toSorted((one, other) => other.daysAgo - one.daysAgo)
  for (const { live } of days) await live()
  return takeLink
}

/** After the stories of five days ago and before those of four, which begin up to ten hours earlier. */
const campaignDaysAgo = 4.7

/** A campaign for everyone who is invited later. Reminders come a day after the demo starts at the earliest. */
async function startCampaign(parts: DemoParts, account: DemoAccount): Promise<string> {
  const now = parts.clock().getTime()
  const { gate } = openDemoGate(parts, new Date(now - campaignDaysAgo * 86_400_000))
  const input = {
    name: 'Autumn round',
    deadline: new Date(now + 5 * 86_400_000).toISOString().slice(0, 10),
    note: 'We look at the results together in the next team meeting.',
    reminderDays: [6],
  }
  const { resource } = await gate(createCampaign, machineOf(parts, account), input, { id: 'demo' })
  return resource.id
}

/** Last, so that it gets what people do in the demo, and not what was seeded. */
async function addReceiver(parts: DemoParts, account: DemoAccount, url: string): Promise<void> {
  const { gate } = openDemoGate(parts, parts.clock())
  await gate(createWebhook, machineOf(parts, account), { url, name: 'Demo receiver' }, { id: 'demo' })
}

/** A few simple people, for accounts that only demonstrate a refusal. */
async function seedOneStory(
  parts: DemoParts,
  account: DemoAccount,
  count: number,
  story: Story,
  from = 0,
): Promise<void> {
  for (let number = from + 1; number <= from + count; number += 1) {
    const person: DemoPerson = {
      firstName: 'Person',
      lastName: String(number),
      mailbox: `person${number}`,
      locale: 'en',
      tags: [],
      story,
    }
    await createDemoPerson(parts, account, person, [])
  }
}

/** Puts each of these accounts into the state that it demonstrates. */
async function restrictAccounts(
  parts: DemoParts,
  { trialFull, trialExpired, paused }: Record<'trialFull' | 'trialExpired' | 'paused', DemoAccount>,
): Promise<void> {
  const { database, installation, clock } = parts
  const yesterday = new Date(clock().getTime() - 86_400_000)
  await database.inAccount(trialFull.id, (sql) =>
    setTrialReports(sql, trialFull.id, installation.trial.reports),
  )
  await database.inAccount(trialExpired.id, (sql) => setTrialEnd(sql, trialExpired.id, yesterday))
  await database.inAccount(paused.id, async (sql) => {
    await setPaused(sql, paused.id, true, clock())
    const target = { type: 'account', id: paused.id } as const
    await recordAsOperator(sql, parts, paused.id, clock(), [
      { action: 'pause_account', target, changes: { paused: true } },
    ])
  })
}

/** A program on a user's own computer, which cannot keep a secret. */
async function registerSampleApp({ database, clock }: DemoParts): Promise<DemoFile['oauthClient']> {
  const [clientId, redirectUri] = [newAppId(), 'http://127.0.0.1/callback']
  const app = { clientId, name: 'Sample app', redirectUris: [redirectUri], isConfidential: false }
  await database.inSystem((sql) => registerClient(sql, app, clock()))
  return { clientId, redirectUri }
}

/** An account of another region: this database only has the client that names the region. */
function accountOfOtherRegion(parts: DemoParts): DemoAccount {
  const id = newAccountId(parts)
  const region = parts.installation.region === 'eu' ? 'us' : 'eu'
  return {
    id,
    name: 'Elsewhere',
    owner: 'owner@elsewhere.test',
    clientId: newClientId(region, id),
    clientSecret: newSecret('tmb_secret_'),
  }
}
