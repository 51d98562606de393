import { dashboardClientId } from '../../contract/authorization.ts'
import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { Maker } from '../link/model.ts'

/** The position of a link in the list: its time and id. */
export type ShareLinkKey = readonly [createdAt: string, id: string]

export type ShareLinkRow = {
  id: string
  /** Null unless this caller would get the link when asking for it again. */
  tokenSealed: Buffer | null
  state: 'active' | 'full' | 'revoked' | 'expired'
  createdAt: string
  expiresAt: string
  maxStarts: number | null
  startsSoFar: number
  tagIds: string[]
  customId: string | null
  assessmentIds: AssessmentId[]
}

const isActive = `revoked_at is null and expires_at > $2 and (max_starts is null or starts < max_starts)`

const state = `case when revoked_at is not null then 'revoked' when expires_at <= $2 then 'expired'
  when starts >= max_starts then 'full' else 'active' end`

/** A page of links, newest first, and how many there are. */
export async function listShareLinkRows(
  sql: Sql,
  asked: { accountId: string; now: Date; isActive: boolean | undefined; maker: Maker },
  { limit, offset, after }: RowRange & { after: ShareLinkKey | undefined },
): Promise<{ rows: ShareLinkRow[]; total: number }> {
  const where = `account_id = $1 and ($3::boolean is null or (${isActive}) = $3)`
  const values = [asked.accountId, asked.now, asked.isActive ?? null]
  const [rows, counted] = await Promise.all([
    sql.rows<ShareLinkRow>(
      `select id, case when ${isActive} and (coalesce(client_id, $6) = $6
                or client_id = $4 and grant_id is not distinct from $5) then token_sealed end as "tokenSealed",
              ${state} as state, created_at as "createdAt", expires_at as "expiresAt",
              max_starts as "maxStarts", starts as "startsSoFar", tag_ids as "tagIds", custom_id as "customId",
              assessment_ids as "assessmentIds"
         from share_link where ${where}${after === undefined ? '' : ' and (created_at, id) < ($9::timestamptz, $10)'}
        order by created_at desc, id desc limit $7 offset $8`,
      [
        ...values,
        asked.maker.clientId,
        asked.maker.grantId,
        dashboardClientId,
        limit,
        offset,
        ...(after ?? []),
      ],
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total from share_link where ${where}`, values),
  ])
  return { rows, total: counted?.total ?? 0 }
}
