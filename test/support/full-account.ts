import { type Delegate, revoke } from './delegates.ts'
import { type openSubjects, type Subjects, sendInput, validInput } from './inputs.ts'
import { restOperations } from './rest-operations.ts'
import type { TestAccount, TestService } from './service.ts'
import type { Tables } from './tables.ts'

type Things = Awaited<ReturnType<typeof openSubjects>>

/** Adds a person to an account, and a row of the account to every table that has account rows. */
export async function fillAccount(
  running: TestService,
  tables: Tables,
  { account, consent, things }: { account: TestAccount; consent: Delegate; things: Things },
): Promise<{ profileId: string; subjects: Subjects }> {
  const subjects = await things.fresh()
  const { body } = await account.call('POST', '/profile', {
    email: 'victim@test.test',
    phone: '+4915112345678',
    firstName: 'Hidden',
    lastName: 'Person',
    tagIds: [subjects.tag],
    customId: 'crm-7',
  })
  const profileId = body.profile.id
  await account.call('POST', `/profile/${profileId}/invite/email`, undefined, { 'idempotency-key': 'mine' })
  const filling = restOperations.filter(({ method, name }) => method !== 'DELETE' && name !== 'reset_sandbox')
  for (const endpoint of filling) {
    await sendInput(account.call, endpoint, validInput(endpoint, await things.freshFor(endpoint)))
  }
  await running.service.drainOutbox()
  await fillTheRest(running, tables, { account, consent, profileId })
  return { profileId, subjects }
}

/** Adds the rows that only signed-in people and the shell create. */
async function fillTheRest(
  running: TestService,
  tables: Tables,
  { account, consent, profileId }: { account: TestAccount; consent: Delegate; profileId: string },
): Promise<void> {
  const statements = [
    `insert into take_session select account_id, '\\x01', profile_id, id, now(), now() from invite where profile_id = $2 and account_id = $1`,
    `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash) values ($1, $2, 1, 'disc', 'f', 'h')`,
    `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at) values ($1, $2, 1, 'disc', 1, '{}', 1, now())`,
    `insert into stopwatch values ($1, $2, 1, 'disc', 's', 1, 1, 1, now(), now())`,
    `insert into former_attempt values ($1, $2, 1, '{disc}', null, now())`,
    `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, result, created_at) values ($1, $2, 1, 'disc', 'f', 'h', '1', '{}', now())`,
    `insert into debrief_job values ($1, $2, $2, 'en', now(), now())`,
    `insert into debrief_due values ($1, $2, now() + interval '1 day')`,
    `insert into report_link values ($1, $2, '\\x02', 'person', $2, 'person', null, now(), now())`,
    `insert into share_card values ($1, $2, $2, 1, '\\x03', '\\x03', '{}', null, null, 'en', now(), now())`,
    `insert into results_code values ($1, '\\x04', $2, $2, '\\x04', 0, now(), now(), null)`,
    `insert into report_link_subject values ($1, $2, 1, $2, null)`,
    `insert into owner_notice select $1, 'keyMade', now(), 1 where $2::text <> '' on conflict do nothing`,
    `insert into person_consent values ($1, $2, 1, repeat('0', 32), 'en', 'words', now())`,
    `insert into failed_sign_in values ($1, $2, now(), 'us', 1, now(), now())`,
    // Small accounts have no index of profiles, and the service removes marks within a second, if the index is ready.
    `insert into profile_index (account_id) values ($1)`,
    `insert into profile_slice select $1, 1, 1, now(), '', $2, 1`,
    `insert into profile_place values ($1, $2, 2048, null, null)`,
    `insert into profile_bits select $1, 1, $2, 1, B'1'::bit(2048)`,
    `insert into profile_change values ($1, $2, 1, 0)`,
    `insert into name_words (account_id) values ($1)`,
    `insert into name_word values ($1, 'ada')`,
    `insert into name_gram values ($1, ' ad', 'ada')`,
    `insert into audit_index (account_id) values ($1)`,
    `insert into audit_slice values ($1, 0, now(), now())`,
    `insert into audit_bits values ($1, 'action:sign_in', 0, B'1'::bit(2048))`,
    `insert into webhook_attempt select account_id, id, webhook_id, 1, now(), 200, 1, null, null from webhook_delivery where account_id = $1 and $2::text <> '' limit 1`,
    `insert into connection_entry select account_id, id, $2, now(), 'in', 'send_test', 200, false, null, null from connection where account_id = $1 limit 1`,
    `insert into order_callback select o.account_id, $2, o.id, c.id, 'completed', 1, now(), 'failed', now(), null, 1, now() from assessment_order o join connection c using (account_id) where o.account_id = $1 limit 1`,
    `insert into provisioned_person select account_id, id, $2, now(), now(), 'ada', null, '{}', '{}' from connection where account_id = $1 limit 1`,
    `insert into identity_provider (account_id, id, protocol, issuer, client_id, created_at, changed_at) values ($1, $2, 'oidc', 'https://idp.test', 'c', now(), now())`,
    `insert into sign_in_domain (account_id, domain, proof, created_at) values ($1, $2 || '.test', 'proof', now())`,
    `insert into sender (account_id, local_part, domain, proof, selector, public_key, key_sealed, created_at) values ($1, 'people', $2 || '.test', 'proof', 'timbre-1', 'key', decode(repeat('05', 40), 'hex'), now()) on conflict do nothing`,
    `insert into deactivation values ($1, $2, now())`,
    `insert into study values ($1, $2, 'focus-120-1', now(), now(), now() + interval '28 days', 3)`,
    `insert into study_participant values ($1, $2, $2, $2, 'a@test.test', decode(repeat('07', 32), 'hex'), 'en', now(), now(), 'v', 'words', 1, null, null, null, '{}', null)`,
    `insert into study_release values ($1, $2, 1, now(), 50, '[]', '[]')`,
    `insert into study_criterion values ($1, $2, 1, 'Rating', 'What it is', now(), null, 3)`,
    `insert into study_criterion_value values ($1, $2, $2, 1, 2)`,
    `insert into study_peer values ($1, $2, $2, decode(repeat('08', 32), 'hex'), now(), now() + interval '28 days', '{}')`,
    `insert into member_notice_email select account_id, member_id, kind, 0, 1, $2, true, now() from member_notice where account_id = $1`,
    `insert into link_expiry values ($1, 'share', $2, now() + interval '1 day')`,
    `with made as (
       insert into account (id, created_at, updated_at, name, mode)
       values ($2::text, now(), now(), 'Sandbox', 'sandbox') returning id)
     insert into sandbox select $1::text, id, now() from made`,
    `insert into wrong_person select account_id, id, profile_id, now() from invite where account_id = $1 and profile_id = $2 limit 1`,
    `insert into erasure_request values ($1, $2, now(), null, now(), 1)`,
  ]
  for (const statement of statements) {
    const values = statement.includes('$2') ? [account.id, profileId] : [account.id]
    await tables.rows(statement, values)
  }
  await revoke(running, account, 'token', consent.tokenId)
  await tables.rows('insert into region_heard values ($1, $1, now())', [account.id])
  await tables.rows(
    `insert into local_norm values ($1, 'local', now(), 200, 'f', '1', 'norm', 50, 200, '{}')`,
    [account.id],
  )
  await tables.rows(`insert into norm_progress values ($1, now(), 'f', '1', repeat('0', 24), 200, '{}')`, [
    account.id,
  ])
  await tables.rows(`insert into mail_opt_out values ($1, decode(repeat('03', 16), 'hex'), now())`, [
    account.id,
  ])
  await tables.rows(`insert into bounced_address values ($1, decode(repeat('04', 16), 'hex'), now())`, [
    account.id,
  ])
  await tables.rows('insert into directory_change values ($1, 1) on conflict do nothing', [account.id])
}
