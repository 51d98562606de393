import { cpus } from 'node:os'
import { limitAccountId, limitProfile, transaction } from '../limit-account.ts'
import { type Row, rateOf, tailWithin } from '../row.ts'
import type { Setting } from '../setting.ts'
import { openTakers, type Taker } from '../takers.ts'

/** One answer, saved as the page of the assessment does it: with the times of its stopwatch. */
export async function answerRows({
  requests,
  statements,
  send,
  service,
  installation,
  people,
}: Setting): Promise<Row[]> {
  const takers = await openTakers(service.owner, installation, Math.min(1_000, people / 10))
  const saves = takers.map(saveRequest)
  await answerFirst(send, takers)
  const script = answerScript()
  const taking = { isAnonymous: true }
  return [
    {
      path: 'one answer saved, one after the other',
      sides: [requests(saves, { ...taking, connections: 1 }), statements(script, 1)],
      goals: [rateOf(0.5, 'pgbench')],
    },
    {
      path: 'one answer saved, 32 at once',
      sides: [requests(saves, { ...taking, connections: 32 }), statements(script, 32)],
      goals: [rateOf(0.5, 'pgbench'), rateOf((takersPerCore / secondsPerAnswer) * cpus().length)],
      note: `2,500 people a core with an answer each ${secondsPerAnswer} s are ${takersPerCore / secondsPerAnswer} answers a second and core`,
    },
    {
      path: `one answer saved, ${takers.length.toLocaleString('en-US')} takers with an answer each ${secondsPerAnswer} s`,
      sides: [requests(saves, { ...taking, connections: 64, perSecond: takers.length / secondsPerAnswer })],
      goals: [tailWithin(50)],
    },
  ]
}

const takersPerCore = 2_500
const secondsPerAnswer = 4

const atOnce = 8

/** Each taker's first answer. Later ones are measured, when the service remembers whose sessions these are. */
async function answerFirst(send: Setting['send'], takers: readonly Taker[]): Promise<void> {
  for (let at = 0; at < takers.length; at += atOnce)
    await Promise.all(takers.slice(at, at + atOnce).map((taker) => tryOne(send, taker)))
}

/** A refused answer has the status 200 as well. */
async function tryOne(send: Setting['send'], taker: Taker): Promise<void> {
  const request = saveRequest(taker)
  const { body } = await send({ ...request, body: request.body.replaceAll('{n}', String(firstItem)) })
  if (body?.saved?.length !== 1) throw new Error(`An answer was refused: ${JSON.stringify(body)}`)
}

/** Loaded people have answered the items before. */
const firstItem = 11
const nextItem = firstItem + 1

/** The next item of Focus each time, with a higher number than any earlier answer. */
function saveRequest({ cookie }: Taker) {
  const answer = `{"assessment":"focus","item":{n},"value":4,"seq":{n}}`
  const times = `"activeSeconds":{n},"idleSeconds":0,"inactiveSeconds":0`
  return {
    ...{ method: 'POST', path: '/take/answers' },
    headers: { cookie },
    first: nextItem,
    body: `{"attempt":1,"answers":[${answer}],"timers":[{"assessment":"focus","sessionId":"session-focus",${times}}]}`,
  }
}

/** The session, the profile's lock, the answer and the seconds, in one write to the socket. */
function answerScript(): string {
  const key = `'${limitAccountId}', ${limitProfile}, 1, 'focus'`
  return transaction(
    'set local role timbre_app',
    `select set_config('app.account', '${limitAccountId}', true)`,
    `select session.profile_id, invite.recipient, profile.unconfirmed from take_session session
       join invite on invite.account_id = session.account_id and invite.id = session.invite_id
       join profile on profile.account_id = session.account_id and profile.id = session.profile_id
      where session.account_id = '${limitAccountId}' and session.token_hash = decode(${limitProfile}, 'hex')
        and session.expires_at > now()`,
    `select attempt, available_assessments, completed_assessments from profile
      where account_id = '${limitAccountId}' and id = ${limitProfile} for no key update`,
    `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at)
     values (${key}, 1 + (:one::bigint % 120)::integer, '4', (:one::bigint % 1000000000)::integer, now())
     on conflict (account_id, profile_id, attempt, assessment, item)
     do update set value = excluded.value, seq = excluded.seq, answered_at = excluded.answered_at
       where answer.seq < excluded.seq`,
    `insert into stopwatch values (${key}, 'session', 10, 0, 0, now(), now())
     on conflict (account_id, profile_id, attempt, assessment, session_id)
     do update set active_seconds = excluded.active_seconds, updated_at = excluded.updated_at`,
  )
}
