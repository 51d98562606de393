import type { Sql } from '../../contract/ports.ts'

/** From here on the transaction sees only the people of this member's teams. See migrations/0068-what-coaches-see.sql. */
export async function limitToTeams(sql: Sql, memberId: string): Promise<void> {
  await sql.rows(`select set_config('app.coach', $1, true)`, [memberId])
}

export async function endLimit(sql: Sql): Promise<void> {
  await sql.rows(`select set_config('app.coach', '', true)`)
}
