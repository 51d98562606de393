import { type Row, rateOf } from '../row.ts'
import type { Setting } from '../setting.ts'

/** `GET /account`, which shows how many people there are. */
export async function accountRows({ requests, statements, installation }: Setting): Promise<Row[]> {
  const statement = `select * from account where id = '${installation.account.id}';`
  return [
    {
      path: '`GET /account`',
      sides: [requests([{ method: 'GET', path: '/api/v4/account' }]), statements(statement)],
      goals: [rateOf(0.4, 'pgbench')],
    },
  ]
}
