import type { EventCause, EventType } from '../../contract/event-types.ts'
import type { Sql } from '../../contract/ports.ts'

export type EventRow = {
  accountId: string
  id: string
  type: EventType
  /** ISO 8601 in UTC. */
  at: string
  region: string
  by: EventCause
  requestId: string | null
  /** The person it is about, for those who follow one person. */
  profileId: string | null
  data: object
}

/**
 * Appends events of one account and numbers them. The head is locked until the transaction ends, so the numbers are in
 * the order of the commits and have no gaps: a reader who has seen one number misses none below it. Each enabled webhook
 * endpoint that wants the type gets a delivery. One statement, which needn't be awaited: COMMIT can follow it right away.
 */
export function appendEvents(sql: Sql, events: readonly EventRow[]): void {
  const bodies = events.map(bodyAround)
  void sql.run(
    `with head as (
       insert into event_head (account_id, seq) values ($1, $2::bigint)
       on conflict (account_id) do update set seq = event_head.seq + $2::bigint
       returning seq - $2::bigint as before
     ),
     inserted as (
       insert into event (account_id, seq, id, type, at, profile_id, body)
       select $1, head.before + item.n, item.id, item.type, item.at, item.profile_id,
              (item.start || (head.before + item.n) || item.middle || account.mode || item.rest)::json
         from unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[])
                with ordinality as item (id, type, at, profile_id, start, middle, rest, n),
              head, account
        where account.id = $1
       returning seq, id, type, at
     )
     insert into webhook_delivery (account_id, id, webhook_id, event_seq, created_at, due_at)
     select $1, substr(inserted.id, 1, 8) || substr(replace(gen_random_uuid()::text, '-', ''), 17),
            endpoint.id, inserted.seq, inserted.at, inserted.at
       from inserted
       join webhook_endpoint endpoint on endpoint.account_id = $1 and endpoint.state = 'enabled'
        and (endpoint.types is null or inserted.type = any(endpoint.types)
          or split_part(inserted.type, '.', 1) || '.*' = any(endpoint.types))
      order by inserted.seq`,
    [
      events[0]?.accountId,
      events.length,
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ at }) => at),
      events.map(({ profileId }) => profileId),
      bodies.map(({ start }) => start),
      bodies.map(({ middle }) => middle),
      bodies.map(({ rest }) => rest),
    ],
  )
}

/** The body as JSON text, in the parts around its number and the account's mode, which only the statement knows. */
function bodyAround({ id, type, at, accountId, region, by, requestId, data }: EventRow) {
  const json = JSON.stringify
  return {
    start: `{"id":${json(id)},"seq":`,
    middle: `,"type":${json(type)},"timestamp":${json(at)},"accountId":${json(accountId)},"region":${json(region)},"mode":"`,
    rest: `","requestId":${json(requestId)},"by":${json({ kind: by.kind, clientId: by.clientId })},"data":${json(data)}}`,
  }
}
