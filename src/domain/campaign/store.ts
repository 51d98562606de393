import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { isAtChangedAddress } from './changed-address-store.ts'
import type { Step } from './model.ts'
import { isAtWrongPerson } from './wrong-person-store.ts'

/** What members choose for a campaign. */
export type CampaignChoices = {
  name: string
  deadline: string | null
  senderName: string | null
  repliesToMemberId: string | null
  note: string | null
  reminderDays: readonly number[]
}

export type CampaignRow = CampaignChoices & {
  id: string
  state: 'open' | 'overdue' | 'ended'
  createdAt: string
  updatedAt: string
  endedAt: string | null
}

export type CampaignFigures = {
  invited: number
  sent: number
  opened: number
  started: number
  completed: number
  medianSeconds: number | null
  stuckQueued: number
  stuckFailed: number
  stuckAddressChanged: number
  stuckWrongPerson: number
  stuckSent: number
  stuckOpened: number
  stuckDisc: number
  stuckFocus: number
  stuckCore: number
}

/** `$2` is the day in the time zone of the account. */
const state = `case when ended_at is not null then 'ended' when deadline < $2::date then 'overdue' else 'open' end`
const columns = `id, name, ${state} as state, created_at as "createdAt", updated_at as "updatedAt",
  ended_at as "endedAt", deadline::text as deadline, sender_name as "senderName",
  reply_member_id as "repliesToMemberId", note, reminder_days as "reminderDays"`

/** Where a person is, over a row of `campaign_person`, called `person`. */
const step = `case when person.completed_at is not null then 'completed' when ${isAtWrongPerson} then 'wrongPerson' when person.started_at is not null then 'started'
  when person.opened_at is not null then 'opened'
  when person.failed_at is not null then case when ${isAtChangedAddress} then 'addressChanged' else 'failed' end
  when person.sent_at is not null then 'sent' else 'queued' end`

/** People and where they are: a million are read once, and each is looked at once. Nothing groups them, which would sort them. */
const placed = `(select ${step} as step, assessment, sent_at, opened_at, started_at from campaign_person person
    where person.account_id = $1 and person.campaign_id = campaign.id offset 0) as placed`

const countOf = (where: string) => `(count(*) filter (where ${where}))::integer`
const stuckAt = (one: Step) => countOf(`step = '${one}'`)
const stuckIn = (assessment: AssessmentId) => countOf(`step = 'started' and assessment = '${assessment}'`)

/** The middle one, or the mean of the two in the middle. There are few different times, so nobody is sorted. */
const medianSeconds = `(select (min(seconds) filter (where upto > (people - 1) / 2)
      + min(seconds) filter (where upto > people / 2))::float8 / 2
    from (select active_seconds as seconds, (sum(count(*)) over (order by active_seconds))::bigint as upto,
            (sum(count(*)) over ())::bigint as people
            from campaign_person timed
           where timed.account_id = $1 and timed.campaign_id = campaign.id and active_seconds is not null
           group by active_seconds) as times)`

/** Each later step includes the earlier ones, so someone who started from another link counts as sent. */
const withFigures = `cross join lateral (
    select count(*)::integer as invited, ${countOf('sent_at is not null or opened_at is not null')} as sent,
      count(opened_at)::integer as opened, count(started_at)::integer as started, ${stuckAt('completed')} as completed,
      ${medianSeconds} as "medianSeconds", ${stuckAt('queued')} as "stuckQueued", ${stuckAt('failed')} as "stuckFailed",
      ${stuckAt('addressChanged')} as "stuckAddressChanged", ${stuckAt('wrongPerson')} as "stuckWrongPerson", ${stuckAt('sent')} as "stuckSent",
      ${stuckAt('opened')} as "stuckOpened", ${stuckIn('disc')} as "stuckDisc", ${stuckIn('focus')} as "stuckFocus",
      ${stuckIn('core')} as "stuckCore"
      from ${placed}) counted`

/** Whether a person is at this step, as a condition on a row of `campaign_person`, called `person`. */
function stepIs(step: Step): string {
  const conditions: Record<Step, string> = {
    queued: 'opened_at is null and failed_at is null and sent_at is null',
    failed: `opened_at is null and failed_at is not null and not ${isAtChangedAddress}`,
    addressChanged: `opened_at is null and failed_at is not null and ${isAtChangedAddress}`,
    wrongPerson: 'true',
    sent: 'opened_at is null and failed_at is null and sent_at is not null',
    opened: 'opened_at is not null and started_at is null',
    started: 'started_at is not null',
    completed: 'completed_at is not null',
  }
  if (step === 'completed') return conditions.completed
  const isWrong = step === 'wrongPerson' ? isAtWrongPerson : `not ${isAtWrongPerson}`
  return `completed_at is null and ${conditions[step]} and ${isWrong}`
}

export async function insertCampaign(
  sql: Sql,
  accountId: string,
  { id, now, ...choices }: CampaignChoices & { id: string; now: Date },
): Promise<void> {
  await sql.run(
    `insert into campaign (account_id, id, created_at, updated_at, reminds_until, ${chosen})
     values ($1, $2, $3, $3, $3, $4, $5, $6, $7, $8, $9)`,
    [accountId, id, now, ...chosenValues(choices)],
  )
}

const chosen = 'name, deadline, sender_name, reply_member_id, note, reminder_days'

function chosenValues(choices: CampaignChoices): readonly unknown[] {
  const { name, deadline, senderName, repliesToMemberId, note, reminderDays } = choices
  return [name, deadline, senderName, repliesToMemberId, note, reminderDays]
}

/** Writes the choices. Longer days of reminders may make old invites due again, so they are looked for again. */
export async function updateCampaignRow(
  sql: Sql,
  accountId: string,
  { id, now, ...choices }: CampaignChoices & { id: string; now: Date },
): Promise<void> {
  await sql.run(
    `update campaign set updated_at = $3, reminds_until = $3::timestamptz + interval '34 days',
        (${chosen}) = row ($4, $5::date, $6, $7, $8, $9::smallint[])
      where account_id = $1 and id = $2`,
    [accountId, id, now, ...chosenValues(choices)],
  )
}

export async function endCampaignRow(sql: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await sql.run(
    `update campaign set ended_at = $3, updated_at = $3 where account_id = $1 and id = $2 and ended_at is null`,
    [accountId, id, now],
  )
  await sql.run(
    `update campaign_person set remind_asked_at = null
      where account_id = $1 and campaign_id = $2 and remind_asked_at is not null`,
    [accountId, id],
  )
}

/** The campaign, locked until the transaction ends. */
export function lockCampaign(
  sql: Sql,
  { accountId, today }: { accountId: string; today: string },
  id: string,
): Promise<CampaignRow | undefined> {
  return sql.row(`select ${columns} from campaign where account_id = $1 and id = $3 for no key update`, [
    accountId,
    today,
    id,
  ])
}

export function findCampaign(
  sql: Sql,
  { accountId, today }: { accountId: string; today: string },
  id: string,
): Promise<(CampaignRow & CampaignFigures) | undefined> {
  return sql.row(
    `select * from (select ${columns} from campaign where account_id = $1 and id = $3) campaign ${withFigures}`,
    [accountId, today, id],
  )
}

/** The position of a campaign in the list: its time and id. */
export type CampaignKey = readonly [createdAt: string, id: string]

/** As `foldText` folds names of most scripts, which a test compares; a final sigma is like any other. */
const folded = (text: string) =>
  `normalize(${[
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
  ].reduce(
    (result, [letter, letters]) => `replace(${result}, '${letter}', '${letters}')`,
    `translate(lower(regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f\\u0591-\\u05bd\\u064b-\\u065f\\u3099\\u309a]', '', 'g')), 'øđðłıς', 'oddliσ')`,
  )}, nfc)`
const lowered = (text: string) => `lower(normalize(${text}, nfkc))`

/**
 * Both spellings in which a name is looked at: without accents, and as it is, because the letters of some scripts are lost with
 * their marks. Computed once for a campaign, however many words are looked for. No column keeps them: campaigns are few.
 */
const spelled = `cross join lateral (
  select ${folded('campaign.name')} as folded, ${lowered('campaign.name')} as lowered offset 0) spelled`

/** A word that a name contains: folded, and as it was typed. */
export type SearchWord = { folded: string; written: string }

/** A page of campaigns with their figures, newest first, and how many there are. */
export async function listCampaignRows(
  sql: Sql,
  asked: {
    accountId: string
    today: string
    state: CampaignRow['state'] | undefined
    words: readonly SearchWord[]
  },
  { limit, offset, after }: RowRange & { after: CampaignKey | undefined },
): Promise<{ rows: (CampaignRow & CampaignFigures)[]; total: number }> {
  const { accountId, today, state: wanted = null, words } = asked
  const values: unknown[] = [accountId, today, wanted]
  const bind = (value: unknown) => `$${values.push(value)}`
  const column = (name: keyof SearchWord) => `${bind(words.map((word) => word[name]))}::text[]`
  const isNamed = () => `and not exists (
    select from unnest(${column('folded')}, ${column('written')}) as word (folded, written)
     where (word.folded = '' or strpos(spelled.folded, word.folded) = 0)
       and strpos(spelled.lowered, ${lowered('word.written')}) = 0)`
  const found = `from campaign ${words.length > 0 ? spelled : ''}
    where account_id = $1 and ($3::text is null or ${state} = $3) ${words.length > 0 ? isNamed() : ''}`
  const ofAll = [...values]
  const start = after && `and (created_at, id) < (${bind(after[0])}::timestamptz, ${bind(after[1])})`
  const page = `order by created_at desc, id desc limit ${bind(limit)} offset ${bind(offset)}`
  const [rows, counted] = await Promise.all([
    sql.rows<CampaignRow & CampaignFigures>(
      `select * from (select ${columns} ${found} ${start ?? ''} ${page}) campaign ${withFigures}
        order by "createdAt" desc, id desc`,
      values,
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total ${found}`, ofAll),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export type CampaignPersonRow = {
  profileId: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  step: Step
  assessment: AssessmentId | null
  since: string
  messagedAt: string
  reminders: number
  isReminderAsked: boolean
  nameKey: string
}

/** The position of a person in the list: the id, or the name and the id. */
export type CampaignPersonKey = readonly [id: string] | readonly [name: string, id: string]

/** A page of the people in a campaign, in the order of their ids or names, and how many there are. */
export async function listCampaignPersonRows(
  sql: Sql,
  asked: {
    accountId: string
    campaignId: string
    step: Step | undefined
    isStuck: boolean | undefined
    byName: boolean
  },
  { limit, offset, after }: RowRange & { after: CampaignPersonKey | undefined },
): Promise<{ rows: CampaignPersonRow[]; total: number }> {
  const where = [
    'person.account_id = $1 and person.campaign_id = $2',
    ...(asked.step === undefined ? [] : [stepIs(asked.step)]),
    ...(asked.isStuck === undefined ? [] : [`completed_at is ${asked.isStuck ? '' : 'not '}null`]),
  ].join(' and ')
  const values = [asked.accountId, asked.campaignId]
  const order = asked.byName ? 'profile.name_key, profile.id' : 'person.profile_id'
  const from = asked.byName ? '($5, $6)' : '$5'
  const found = `${where}${after === undefined ? '' : ` and (${order}) > ${from}`}`
  // People before a page in the order of their ids are passed without a look at their profiles.
  const page = asked.byName
    ? 'campaign_person'
    : `(select person.* from campaign_person person where ${found} order by ${order} limit $3 offset $4)`
  const [rows, counted] = await Promise.all([
    sql.rows<CampaignPersonRow>(
      `select profile.id as "profileId", profile.first_name as "firstName", profile.last_name as "lastName",
          profile.email, profile.phone, ${step} as step, person.assessment,
          coalesce(completed_at, started_at, opened_at, failed_at, sent_at, invited_at) as since,
          messaged_at as "messagedAt", reminders, remind_asked_at is not null as "isReminderAsked",
          profile.name_key as "nameKey"
         from ${page} person
         join profile on profile.account_id = $1 and profile.id = person.profile_id
        ${asked.byName ? `where ${found} order by ${order} limit $3 offset $4` : `order by ${order}`}`,
      [...values, limit, offset, ...(after ?? [])],
    ),
    sql.row<{ total: number }>(
      `select count(*)::integer as total from campaign_person person where ${where}`,
      values,
    ),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export type PersonCampaignRow = Pick<CampaignRow, 'id' | 'name' | 'state' | 'deadline'> & {
  reminderDays: number[]
  step: Step
  assessment: AssessmentId | null
  invitedAt: string
  messagedAt: string
  reminders: number
  isReminderAsked: boolean
  /** Where the next reminder would go; null if there is none. */
  recipient: string | null
}

/** The conditions under which the invite `base` is repeated, but for time and unreachable addresses: see `listDueReminders`. */
export const isRepeated = `person.completed_at is null and not profile.is_completed and person.reminders < 3
  and person.failed_at is null and campaign.ended_at is null
  and base.failed_at is null and base.revoked_at is null
  and base.recipient = case base.channel when 'email' then profile.email else profile.phone end
  and not exists (select from invite later
    where later.account_id = $1 and later.profile_id = base.profile_id and later.created_at > base.created_at
      and later.origin = 'account' and later.reminds is null)
  and not exists (select from erasure_request request
    where request.account_id = $1 and request.profile_id = base.profile_id and withdrawn_at is null)
  and not exists (select from deactivation
    where deactivation.account_id = $1 and deactivation.profile_id = base.profile_id)
  and not exists (select from former_attempt former
    where former.account_id = $1 and former.profile_id = base.profile_id and former.replaced_at >= base.created_at)`

/** A page of the campaigns that someone is in, the latest invite first, and how many there are; undefined for unknown people. */
export async function listCampaignRowsOfPerson(
  sql: Sql,
  { accountId, today, profileId }: { accountId: string; today: string; profileId: string },
  { limit, offset }: RowRange,
): Promise<{ rows: PersonCampaignRow[]; total: number } | undefined> {
  const [rows, counted] = await Promise.all([
    sql.rows<PersonCampaignRow>(
      `select campaign.id, campaign.name, ${state} as state, deadline::text as deadline,
          reminder_days as "reminderDays", ${step} as step, person.assessment,
          coalesce(base.created_at, person.invited_at) as "invitedAt",
          person.messaged_at as "messagedAt", person.reminders, remind_asked_at is not null as "isReminderAsked",
          case when ${isRepeated} then base.recipient end as recipient
         from campaign_person person
         join campaign on campaign.account_id = $1 and campaign.id = person.campaign_id
         join profile on profile.account_id = $1 and profile.id = person.profile_id
         left join invite base on base.account_id = $1 and base.id = person.invite_id
        where person.account_id = $1 and person.profile_id = $3
        order by "invitedAt" desc, person.campaign_id desc limit $4 offset $5`,
      [accountId, today, profileId, limit, offset],
    ),
    sql.row<{ total: number }>(
      `select (select count(*)::integer from campaign_person person
          where person.account_id = $1 and person.profile_id = $2) as total
         from profile where account_id = $1 and id = $2`,
      [accountId, profileId],
    ),
  ])
  return counted && { rows, total: counted.total }
}

/** How many of these are in the campaign. */
export async function countAmong(
  sql: Sql,
  accountId: string,
  { campaignId, profileIds }: { campaignId: string; profileIds: readonly string[] },
): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from campaign_person
      where account_id = $1 and campaign_id = $2 and profile_id = any($3::text[])`,
    [accountId, campaignId, profileIds],
  )
  return row?.count ?? 0
}

/** Asks for reminders to these people. They stay asked for until they are queued, or two days have passed. */
export async function askForReminders(
  sql: Sql,
  accountId: string,
  { campaignId, profileIds, now }: { campaignId: string; profileIds: readonly string[]; now: Date },
): Promise<void> {
  await sql.run(
    `with reminding as (
       update campaign set reminds_until = greatest(reminds_until, $4::timestamptz + interval '3 days')
        where account_id = $1 and id = $2)
     update campaign_person set remind_asked_at = $4
      where account_id = $1 and campaign_id = $2 and profile_id = any($3::text[])`,
    [accountId, campaignId, profileIds, now],
  )
}

/** The address of a member who may get replies. */
export async function findMemberEmail(
  sql: Sql,
  accountId: string,
  memberId: string,
): Promise<string | undefined> {
  const row = await sql.row<{ email: string }>(
    'select email from member where account_id = $1 and id = $2 and accepted_at is not null',
    [accountId, memberId],
  )
  return row?.email
}
