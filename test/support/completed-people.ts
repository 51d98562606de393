import pg from 'pg'
import { instruments } from '../../scripts/instruments.ts'
import { honestSheet } from '../../scripts/simulation/debrief-basis.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { type AnswerSheet, provenance, type Scores, scoreSheet } from '../../src/scoring/score.ts'
import type { TestDatabase } from './database.ts'

/** A person who has completed everything. */
export type CompletedPerson = {
  id: string
  attempt: number
  sheet: Required<AnswerSheet>
  scores: Required<Scores>
  outcome: 'ok' | 'caution' | 'invalid'
  activeSeconds: number
}

/** Simulated people who answer honestly. The same seed gives the same people. */
export function drawCompletedPeople(count: number, firstSeed = 1): CompletedPerson[] {
  return Array.from({ length: count }, (_, at) => {
    const id = newPublicId()
    return { ...retakeOf(id, 1, firstSeed + at), activeSeconds: 300 + ((at * 37) % 400) }
  })
}

export function retakeOf(id: string, attempt: number, seed: number): CompletedPerson {
  const sheet = honestSheet(seed)
  const scores = scoreSheet(sheet, instruments, id) as Required<Scores>
  return { id, attempt, sheet, scores, outcome: 'ok', activeSeconds: 400 }
}

/** An account in live mode without members. */
export async function insertLiveAccount(db: TestDatabase): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `insert into account (id, created_at, updated_at, name, mode) values ($1, now(), now(), 'Live', 'live')`,
    [id],
  )
  return id
}

/**
 * Inserts people with answers, times and results the way the service's stores would, in a second or two for 500.
 * Prepared documents stay empty and are written when first read. Attempts that are not a person's last are inserted
 * first.
 */
export async function insertCompletedPeople(
  db: TestDatabase,
  accountId: string,
  people: readonly CompletedPerson[],
  former: readonly CompletedPerson[] = [],
): Promise<void> {
  const client = new pg.Client(db.connection)
  await client.connect()
  try {
    // The rows are known to be valid, so skip the foreign key checks.
    await client.query('set session_replication_role = replica')
    await client.query(profiles, [accountId, JSON.stringify(people.map(rowOf))])
    await client.query(formerAttempts, [accountId, JSON.stringify(former.map(rowOf))])
    const parts = [...people, ...former].flatMap(partsOf)
    for (const statement of [sittings, results, stopwatches]) {
      await client.query(statement, [accountId, JSON.stringify(parts)])
    }
    await client.query(answers, [accountId, JSON.stringify(parts.map(({ result: _, ...part }) => part))])
    await client.query('analyze profile, sitting, result, stopwatch, answer')
  } finally {
    await client.end()
  }
}

function rowOf({ id, attempt, outcome }: CompletedPerson) {
  return { id, attempt, quality: { outcome, reasons: [], notes: [] } }
}

function partsOf({ id, attempt, sheet, scores, activeSeconds }: CompletedPerson) {
  return (['disc', 'focus', 'core'] as const).map((assessment) => ({
    id,
    attempt,
    assessment,
    seconds: activeSeconds,
    ...provenance(assessment, instruments),
    result: scores[assessment],
    answers: (sheet[assessment] as readonly unknown[]).map((value) =>
      assessment === 'disc' ? { ...(value as object), order: undefined } : value,
    ),
  }))
}

const profiles = `insert into profile (account_id, id, created_at, updated_at, state, attempt, available_assessments,
    completed_assessments, is_completed, quality, doc)
  select $1, id, now(), now(), 'active', attempt, '{disc,focus,core}', '{disc,focus,core}', true, quality, '{}'
    from json_to_recordset($2) as row (id text, attempt integer, quality json)`

const formerAttempts = `insert into former_attempt
  select $1, id, attempt, '{disc,focus,core}', quality, now()
    from json_to_recordset($2) as row (id text, attempt integer, quality json)`

const sittings = `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash, date_started,
    date_completed)
  select $1, id, attempt, assessment, form, 'hash', now(), now()
    from json_to_recordset($2) as row (id text, attempt integer, assessment text, form text)`

const results = `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, norm,
    result, created_at)
  select $1, id, attempt, assessment, form, 'hash', version, norm, result, now()
    from json_to_recordset($2) as row (id text, attempt integer, assessment text, form text, version text, norm text,
      result json)`

const stopwatches = `insert into stopwatch
  select $1, id, attempt, assessment, 'session', seconds, 0, 0, now(), now()
    from json_to_recordset($2) as row (id text, attempt integer, assessment text, seconds integer)`

const answers = `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at)
  select $1, id, attempt, assessment, answer.place, answer.value, answer.place, now()
    from json_to_recordset($2) as row (id text, attempt integer, assessment text, answers jsonb),
         jsonb_array_elements(row.answers) with ordinality as answer (value, place)`
