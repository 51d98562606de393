import type pg from 'pg'
import { withClient } from './with-client.ts'

/**
 * Where the statements of limits write: an account in the same tables, whose rows no one reads as documents or as an
 * audit chain.
 */
export const limitAccountId = 'ffffffffffffffffffffffff'
const limitPeople = 1_000

const hex = (place: string) => `lpad(to_hex(${place}::bigint), 24, '0')`

/** The id of a person of this account, chosen by the variable `at`. */
export const limitProfile: string = hex(':at')

/** The statements as one transaction of a script: all in one write, with the variables that they may use. */
export function transaction(...statements: readonly string[]): string {
  const lines = [
    '\\set one random(1, 9000000000000)',
    `\\set at random(1, ${limitPeople})`,
    ...['\\startpipeline', 'begin;'],
    ...statements.map((statement) => `${statement.replaceAll(/\s*\n\s*/g, ' ')};`),
    ...['commit;', '\\endpipeline'],
  ]
  return `${lines.join('\n')}\n`
}

/** Makes the account with people who have an open session and have begun Focus. */
export async function makeLimitAccount(owner: pg.ClientConfig): Promise<void> {
  const people = `from generate_series(1, ${limitPeople}) as place`
  const [account, id] = [`'${limitAccountId}'`, hex('place')]
  const statements = [
    `insert into account (id, created_at, updated_at, name) values (${account}, now(), now(), 'Limits')`,
    `insert into profile (account_id, id, created_at, updated_at, email, state, available_assessments, doc)
     select ${account}, ${id}, now(), now(), 'limit-' || place, 'active', '{disc,focus,core}', '{}' ${people}`,
    `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at)
     select ${account}, ${id}, ${id}, 'email', 'limit-' || place, decode(${id}, 'hex'), now(), now() ${people}`,
    `insert into take_session (account_id, token_hash, profile_id, invite_id, created_at, expires_at)
     select ${account}, decode(${id}, 'hex'), ${id}, ${id}, now(), now() + interval '1 day' ${people}`,
    `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash, date_started)
     select ${account}, ${id}, 1, 'focus', 'form', 'hash', now() ${people}`,
    // Without statistics of this account, its statements are planned badly until autovacuum comes by.
    'analyze account, profile, invite, take_session, sitting',
  ]
  await withClient(owner, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}
