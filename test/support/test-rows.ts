import { randomBytes } from 'node:crypto'
import { sealMessage } from '../../src/identity/sealed-message.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import type { TestDatabase } from './database.ts'
import type { TestAccount, TestService } from './service.ts'

/** A new email address. */
export function newEmail(): string {
  return `${newPublicId()}@test.test`
}

/** A new phone number of a kind that can receive text messages. */
export function newPhone(): string {
  return newMobile()
}

/** Adds people by one call, and returns their ids in the order of the rows. */
export async function importPeople(
  { call }: Pick<TestAccount, 'call'>,
  rows: readonly object[],
): Promise<string[]> {
  const { status, body, text } = await call('POST', '/profiles/import', { rows })
  if (status !== 200) throw new Error(`The people could not be added: ${text}`)
  return body.data.results.map((result: { profileId: string }) => result.profileId)
}

/** Inserts a tag of this account. */
export async function insertTestTag(db: TestDatabase, accountId: string): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `insert into tag (account_id, id, created_at, updated_at, label, color) values ($1, $2, now(), now(), 'Team', 'blue')`,
    [accountId, id],
  )
  return id
}

/** A sender address of a domain that nobody has proven. Returns the domain. */
export async function insertTestSender(db: TestDatabase, accountId: string): Promise<string> {
  const domain = `${newPublicId()}.test`
  await db.admin(
    `insert into sender (account_id, local_part, domain, proof, selector, public_key, key_sealed, created_at)
     values ($1, 'people', $2, 'proof', 'timbre-1', 'key', decode(repeat('05', 40), 'hex'), now()) on conflict do nothing`,
    [accountId, domain],
  )
  return domain
}

/** Inserts a saved team of this account with these people. */
export async function insertTestSavedTeam(
  db: TestDatabase,
  accountId: string,
  profileIds: readonly string[],
  name = 'Team',
): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `with team as (
       insert into saved_team (account_id, id, created_at, updated_at, name, name_key, color)
       values ($1::text, $2::text, now(), now(), $3, lower($3), 'blue') returning account_id, id)
     insert into saved_team_person (account_id, team_id, profile_id)
     select account_id, id, unnest($4::text[]) from team`,
    [accountId, id, name, profileIds],
  )
  return id
}

/** Inserts a coach with a tag and a saved team, without people, and returns the member. */
export async function insertTestCoach(db: TestDatabase, accountId: string): Promise<string> {
  const [id, tag] = [newPublicId(), await insertTestTag(db, accountId)]
  const team = await insertTestSavedTeam(db, accountId, [])
  await db.admin(
    `with coach as (
       insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1::text, $2::text, $2::text || '@coach.test', 'coach', now(), now()) returning account_id, id)
     insert into member_team (account_id, member_id, tag_id, given_at) select account_id, id, $3, now() from coach`,
    [accountId, id, tag],
  )
  await db.admin(
    'insert into member_saved_team (account_id, member_id, team_id, given_at) values ($1, $2, $3, now())',
    [accountId, id, team],
  )
  return id
}

/** Inserts a debrief of this profile, for results that it never had. */
export async function insertTestDebrief(
  db: TestDatabase,
  accountId: string,
  profileId: string,
): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `insert into debrief (account_id, id, profile_id, locale, content, sections, generator_kind, generator_name,
        generator_version, results_hash, created_at, updated_at)
     values ($1, $2, $3, 'en', 'Text', '[]', 'rules', 'test', '1', 'none', now(), now())`,
    [accountId, id, profileId],
  )
  return id
}

/** Inserts a link to this profile's report, with an unknown token. */
export async function insertTestReportLink(
  db: TestDatabase,
  accountId: string,
  profileId: string,
): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `insert into report_link (account_id, id, token_hash, kind, profile_id, made_by, created_at, expires_at)
     values ($1, $2::text, decode($2::text, 'hex'), 'person', $3, 'account', now(), now() + interval '1 hour')`,
    [accountId, id, profileId],
  )
  return id
}

/** A mobile number in an assigned range, far from the others, so that no cap on neighboring numbers applies. */
export function newMobile(): string {
  return `+49151${10_000_000 + Math.floor(Math.random() * 89_999_999)}`
}

/** An email about a person, or a member, that a server refused; returns its id. */
export async function insertFailedMessage(
  { db, service }: Pick<TestService, 'db' | 'service'>,
  accountId: string,
  profileId: string | null,
): Promise<string> {
  const id = newPublicId()
  const email = {
    channel: 'email',
    to: newEmail(),
    subject: 'Hello',
    text: 'Hello',
    html: 'Hello',
    locale: 'en',
  } as const
  const content = sealMessage(email, service.parts.installation.secretKey, { accountId, id })
  await db.admin(
    `insert into outbox (account_id, id, profile_id, message_id, content_sealed, state, attempts, due_at, created_at,
        done_at, channel, kind, failure, failure_code)
     values ($1, $2, $3, $4, $5, 'failed', 1, now(), now(), now(), 'email', 'notice', 'recipient', '550 RCPT TO')`,
    [accountId, id, profileId, `<${id}@timbre.test>`, content],
  )
  return id
}

/** A note that this member wrote about the person. */
export async function insertTestNote(
  { db, service }: Pick<TestService, 'db' | 'service'>,
  { accountId, memberId, profileId }: { accountId: string; memberId: string; profileId: string },
): Promise<string> {
  const id = newPublicId()
  const place = `coaching_note:${accountId}:${memberId}:${profileId}:${id}` as const
  await db.admin(
    `insert into coaching_note (account_id, id, member_id, profile_id, text_sealed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now())`,
    [accountId, id, memberId, profileId, service.parts.installation.secretKey.seal('Written before', place)],
  )
  return id
}

/** An open study, unless there is one. */
export async function openTestStudy({ admin }: TestDatabase, accountId: string): Promise<void> {
  await admin(
    `insert into study values ($1, $2, 'focus-120-1', now(), null, now() + interval '28 days', 3) on conflict do nothing`,
    [accountId, newPublicId()],
  )
}

/** An open invite that was sent an hour ago to the profile's email address. */
export async function insertTestInvite(
  { admin }: TestDatabase,
  accountId: string,
  profileId: string,
): Promise<void> {
  await admin(
    `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at, sent_at)
     select account_id, $3, id, 'email', email, $4, now() - interval '1 hour', now() + interval '6 days', now()
       from profile where account_id = $1 and id = $2`,
    [accountId, profileId, newPublicId(), randomBytes(32)],
  )
}

/** An open order of all assessments. */
export async function insertTestOrder(
  { admin }: TestDatabase,
  accountId: string,
  profileId: string,
): Promise<string> {
  const id = newPublicId()
  await admin(
    `insert into assessment_order (account_id, id, reference, provider, package_id, assessment_ids, profile_id,
        created_at, updated_at, expires_at)
     values ($1, $2, gen_random_uuid(), 'api', 'all', '{disc,focus,core}', $3, now(), now(), now() + interval '8 weeks')`,
    [accountId, id, profileId],
  )
  return id
}

/** A campaign in which the profile was invited by email yesterday, and waits for the next invite, as after an end of access. */
export async function insertTestCampaign(
  { admin }: TestDatabase,
  accountId: string,
  profileId: string,
): Promise<string> {
  const id = newPublicId()
  await admin(
    `with made as (
       insert into campaign (account_id, id, created_at, updated_at, name, reminder_days, reminds_until)
       values ($1, $2::text, now() - interval '1 day', now(), 'Team', '{3,6}', now() + interval '30 days')),
     invited as (
       insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at, sent_at,
          campaign_id)
       select account_id, $4, id, 'email', email, $5, now() - interval '1 day', now() + interval '6 days', now(),
          $2::text
         from profile where account_id = $1 and id = $3),
     queued as (
       insert into campaign_queue values ($1, $2::text, now() + interval '30 days')),
     waiting as (
       insert into campaign_waiting (account_id, campaign_id, profile_id, asked_at, place, channel, even_bounced, refused)
       values ($1, $2::text, $3, now(), 1, 'email', false, 'access_ended'))
     insert into campaign_person (account_id, campaign_id, profile_id, invite_id, invited_at, messaged_at, sent_at)
     values ($1, $2::text, $3, $4, now() - interval '1 day', now() - interval '1 day', now())`,
    [accountId, id, profileId, newPublicId(), randomBytes(32)],
  )
  return id
}

export async function insertAlias(db: TestDatabase, accountId: string, profileId: string): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `insert into resource_alias (account_id, id, created_at, updated_at, resource_type, resource_id, consumer_key)
     values ($1, $2, now(), now(), 'profile', $3, $4)`,
    [accountId, id, profileId, `key-${newPublicId()}`],
  )
  return id
}

/** Gives the completed person the tag, as a change that can be undone. */
export async function insertTagChange(
  db: TestDatabase,
  accountId: string,
  { tag, completed }: { tag: string; completed: string },
): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `with note as (
       insert into tag_change (account_id, tag_id, profile_id, change_id, changed_at)
       values ($1, $3, $4, $2, now()))
     insert into profile_tag (account_id, tag_id, profile_id) values ($1, $3, $4)`,
    [accountId, id, tag, completed],
  )
  return id
}

/** An endpoint where nobody listens, with the delivery of one event. An account can't have many. */
export async function addEndpoint(
  running: TestService,
  account: TestAccount,
): Promise<{ webhook: string; delivery: string }> {
  await running.db.admin(
    `delete from webhook_endpoint where account_id = $1 and id not in (
       select id from webhook_endpoint where account_id = $1 order by created_at, id limit 3)`,
    [account.id],
  )
  const url = `http://127.0.0.1:9/${newPublicId()}`
  const { status, body, text } = await account.call('POST', '/webhook', { url, types: ['account.paused'] })
  if (status !== 201) throw new Error(`No endpoint could be made: ${text}`)
  const webhook = body.webhook.id
  const delivery = newPublicId()
  await running.db.admin(
    `insert into webhook_delivery (account_id, id, webhook_id, event_seq, created_at, due_at, state)
     select $1::text, $2, $3, min(seq), now(), now(), 'failed' from event where account_id = $1::text`,
    [account.id, delivery, webhook],
  )
  return { webhook, delivery }
}

/** A connection. An account can't have many. */
export async function addConnection(running: TestService, account: TestAccount): Promise<string> {
  await running.db.admin(
    `delete from connection where account_id = $1 and id not in (
       select id from connection where account_id = $1 order by created_at, id limit 3)`,
    [account.id],
  )
  const body = { provider: 'greenhouse', name: 'Greenhouse' }
  const { status, body: made, text } = await account.call('POST', '/connection', body)
  if (status !== 201) throw new Error(`No connection could be made: ${text}`)
  return made.connection.id
}

export async function addShareLink(running: TestService, account: TestAccount): Promise<string> {
  const customId = newPublicId()
  const { status, text } = await account.call('POST', '/assessment-invite', { customId })
  if (status !== 201) throw new Error(`No public link could be made: ${text}`)
  const made = 'select id from share_link where account_id = $1 and custom_id = $2'
  return String((await running.db.admin<{ id: string }>(made, [account.id, customId]))[0]?.id)
}

/** An event of the account: one of its people has just been created. */
export async function findEventId(running: TestService, accountId: string): Promise<string> {
  const text = 'select id from event where account_id = $1 order by seq limit 1'
  return String((await running.db.admin<{ id: string }>(text, [accountId]))[0]?.id)
}
