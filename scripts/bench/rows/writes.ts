import { limitAccountId, limitProfile, transaction } from '../limit-account.ts'
import { type Row, rateOf } from '../row.ts'
import type { Setting } from '../setting.ts'

const writers = 32

/** Creating people, inviting them, and many writers of one account at once. */
export async function writeRows({ requests, statements, send }: Setting): Promise<Row[]> {
  const create = {
    ...{ method: 'POST', path: '/api/v4/profile' },
    body: JSON.stringify({ email: 'new-{id}@example.com', firstName: 'Ada', lastName: 'Osei' }),
  }
  const invites = (await pendingIds(send)).map((id) => ({
    ...{ method: 'POST', path: `/api/v4/profile/${id}/invite/email` },
  }))
  const patch = (id: string) => ({
    ...{ method: 'PATCH', path: `/api/v4/profile/${id}`, body: JSON.stringify({ firstName: 'Ada {n}' }) },
  })
  const { body } = await send({ method: 'GET', path: '/api/v4/profiles?limit=100&page=3' })
  const changes = (body.profiles as { id: string }[]).map(({ id }) => patch(id))
  const creation = creationScript()
  return [
    {
      path: '`POST /profile`',
      sides: [requests([create]), statements(creation)],
      goals: [rateOf(0.3, 'pgbench')],
    },
    {
      path: `\`POST /profile\`, ${writers} at once on one account`,
      sides: [requests([create], { connections: writers }), statements(creation, writers)],
      goals: [rateOf(0.3, 'pgbench'), rateOf(1_500)],
    },
    {
      path: `\`PATCH /profile/{profileId}\`, ${writers} at once on one account`,
      sides: [requests(changes, { connections: writers })],
      goals: [rateOf(1_500)],
    },
    {
      path: '`POST /profile/{profileId}/invite/email`',
      sides: [requests(invites), statements(inviteScript())],
      goals: [rateOf(0.3, 'pgbench')],
      note: 'the emails are stored in the mailbox table meanwhile, where a mail server would take them',
    },
  ]
}

/** People who have not opened a link. Each can be invited again as often as the bench likes: nothing is limited. */
async function pendingIds(send: Setting['send']): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= 20; page += 1) {
    const { body } = await send({
      method: 'GET',
      path: `/api/v4/profiles?state=pending&limit=100&page=${page}`,
    })
    ids.push(...(body.profiles as { id: string }[]).map(({ id }) => id))
  }
  return ids
}

/** Person, words of the name and audit entry in one transaction, without a chain that orders the entries. */
function creationScript(): string {
  const id = "lpad(to_hex(:one::bigint), 24, 'f')"
  return transaction(
    `insert into profile (account_id, id, created_at, updated_at, email, first_name, last_name, name_key, state,
       available_assessments, doc)
     values ('${limitAccountId}', ${id}, now(), now(), to_hex(:one::bigint), 'Ada', 'Osei', 'ada osei', 'pending',
       '{disc,focus,core}', repeat('x', 900)) on conflict do nothing`,
    `insert into name_token (account_id, token, profile_id)
     values ('${limitAccountId}', 'ada', ${id}), ('${limitAccountId}', 'osei', ${id}) on conflict do nothing`,
    auditStatement(id),
  )
}

/** An invite that supersedes earlier ones, its message, and the audit entry. */
function inviteScript(): string {
  const id = "lpad(to_hex(:one::bigint), 24, 'e')"
  return transaction(
    `update invite set superseded_at = now()
      where account_id = '${limitAccountId}' and superseded_at is null and profile_id = ${limitProfile}`,
    `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at, origin)
     values ('${limitAccountId}', ${id}, ${limitProfile}, 'email', 'a@example.com', decode(${id}, 'hex'), now(),
       now() + interval '7 days', 'account')`,
    `insert into outbox (account_id, id, profile_id, invite_id, message_id, content_sealed, due_at, created_at, state)
     values ('${limitAccountId}', ${id}, ${limitProfile}, ${id}, ${id}, decode(repeat('ab', 3000), 'hex'), now(),
       now(), 'sent')`,
    auditStatement(id),
  )
}

function auditStatement(id: string): string {
  return `insert into audit_entry (account_id, seq, id, at, actor_kind, actor_id, client_id, action, target_type,
      target_id, request_id, changes, hash)
    values ('${limitAccountId}', :one::bigint, ${id}, now(), 'client', 'client', 'client', 'create_profile', 'profile',
      ${id}, 'bench', '{"fields":["email"]}', decode(repeat('ab', 32), 'hex')) on conflict do nothing`
}
