import type { Sql } from '../../contract/ports.ts'

/** Of every endpoint that still has an address. */
export function listUrls(
  sql: Sql,
  accountId: string,
): Promise<{ id: string; types: string[] | null; urlSealed: Buffer }[]> {
  return sql.rows(
    `select id, types, url_sealed as "urlSealed" from webhook_endpoint
      where account_id = $1 and url_sealed is not null`,
    [accountId],
  )
}

export async function setUrlKey(
  sql: Sql,
  { accountId, id, urlKey }: { accountId: string; id: string; urlKey: Buffer },
): Promise<void> {
  await sql.run('update webhook_endpoint set url_key = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    urlKey,
  ])
}
