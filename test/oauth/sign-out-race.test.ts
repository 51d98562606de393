import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lockMembers } from '../../src/domain/member/store.ts'
import { startTestService } from '../support/service.ts'
import { openPerson } from '../support/signing-in.ts'
import { newEmail } from '../support/test-rows.ts'
import { registerApp } from '../support/third-party.ts'

test('a grant made while the person signs out everywhere is revoked too', async () => {
  const running = await startTestService()
  const email = newEmail()
  const account = await running.account({ owner: email })
  const app = await registerApp(running.url)
  const [here, elsewhere] = [openPerson(running.url, email), openPerson(running.url, email)]
  const consent = await here.consentPage(app.request().address)
  const page = await elsewhere.visit(`${running.url}/apps`)
  const everywhere = page.forms.find(({ action }) => action.endsWith('/sign-out/everywhere'))
  if (!everywhere) throw new Error('There is no such button.')

  // The consent is being processed and waits for its member's row while everything is revoked.
  let answered: ReturnType<typeof here.decide> | undefined
  await running.db.database.inAccount(account.id, async (sql) => {
    await lockMembers(sql, account.id)
    answered = here.decide(consent)
    await setTimeout(300)
    await elsewhere.browser.submit(page, everywhere, {})
  })
  const end = await answered
  expect([end?.status, end?.left]).toEqual([409, undefined])
  const live = 'select 1 from app_grant where account_id = $1 and revoked_at is null'
  expect(await running.db.admin(live, [account.id])).toEqual([])
  const all = 'select revoke_reason as reason from app_grant where account_id = $1'
  expect(await running.db.admin(all, [account.id])).toEqual([{ reason: 'person' }])
})
