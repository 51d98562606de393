import { beforeAll, expect, test } from 'vitest'
import { mailboxMessages } from '../support/signing-in.ts'
import { addMember, type Companies, publish, sessionIn, signInThrough, startCompanies } from './company.ts'

let companies: Companies
beforeAll(async () => {
  companies = await startCompanies()
})

test('a domain whose record has been gone for a week is free, and what it required stays required', async () => {
  const { running, records } = companies
  const company = await companies.open()
  const { domain, account } = company
  const email = `ada@${domain}`
  await addMember(running, account, email)
  const { browser } = await signInThrough(running, company, { email })
  await company.press('require', { domain, require: 'on' })
  const aDayLater = () =>
    running.db.admin(
      `update sign_in_domain set checked_at = now() - interval '25 hours',
          missing_since = missing_since - interval '25 hours' where domain = $1`,
      [domain],
    )
  const stateAfterCheck = async () => {
    await aDayLater()
    await running.service.sweepAuthorization()
    const [row] = await running.db.admin(
      `select proven_at is not null as proven, required, missing_since is not null as missing from sign_in_domain
        where account_id = $1 and domain = $2`,
      [account.id, domain],
    )
    return row
  }
  const [record] = [records.get(`_timbre.${domain}`) ?? []]
  expect(await stateAfterCheck()).toEqual({ proven: true, required: true, missing: false })
  records.delete(`_timbre.${domain}`)
  expect(await stateAfterCheck()).toEqual({ proven: true, required: true, missing: true })
  // It is back in time.
  records.set(`_timbre.${domain}`, record)
  expect(await stateAfterCheck()).toEqual({ proven: true, required: true, missing: false })
  records.delete(`_timbre.${domain}`)
  for (let day = 0; day < 7; day += 1)
    expect(await stateAfterCheck(), `day ${day}`).toMatchObject({ proven: true })
  expect(await stateAfterCheck()).toEqual({ proven: false, required: true, missing: false })

  const members = await browser.open(`${running.url}/members?account=${account.id}`)
  expect(members.html, 'the session has ended').not.toContain(email)
  expect((await signInThrough(running, company, { email })).page.status).toBe(400)
  await running.service.drainOutbox()
  const subjects = (await mailboxMessages(running.url, company.owner.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Domain removed from Northwind')
  const entries = await running.db.admin(
    `select actor_kind as by, changes from audit_entry where account_id = $1 and action = 'unprove_sign_in_domain'`,
    [account.id],
  )
  expect(entries).toEqual([{ by: 'system', changes: { domain } }])

  // Its next owner proves it, and their provider still opens nothing of the former account.
  const next = await companies.open({ join: 'user' })
  await next.press('add', { domain })
  await publish(companies, { account: next.account, domain })
  expect((await next.press('prove', { domain })).location).toContain('done=1')
  const there = await signInThrough(running, next, { email })
  expect(await sessionIn(running, there.browser)).toMatchObject({ email, only: next.account.id })
  expect((await there.browser.open(`${running.url}/members?account=${account.id}`)).status).toBe(404)
})

test('a domain that cannot be checked, or of an account that moves to another region, holds up no other', async () => {
  const { running, records } = companies
  const [failing, moving, healthy] = [await companies.open(), await companies.open(), await companies.open()]
  for (const [place, { domain }] of [failing, moving, healthy].entries()) {
    records.delete(`_timbre.${domain}`)
    await running.db.admin(
      `update sign_in_domain set checked_at = now() - make_interval(hours => 30 - $2) where domain = $1`,
      [domain, place],
    )
  }
  await running.db.admin(
    `insert into account_move (account_id, direction, zone, state, changed_at) values ($1, 'out', 'eu', 'leaving', now())`,
    [moving.account.id],
  )
  await running.db.admin(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  )
  await running.db.admin(
    `create trigger refuse before update on sign_in_domain for each row when (new.account_id = '${failing.account.id}') execute function refuse()`,
  )
  await running.service.sweepAuthorization()
  await running.db.admin('drop trigger refuse on sign_in_domain')
  const missing = async ({ domain }: typeof healthy) => {
    const [row] = await running.db.admin(
      'select missing_since is not null as missing from sign_in_domain where domain = $1',
      [domain],
    )
    return row?.missing
  }
  expect([await missing(failing), await missing(moving), await missing(healthy)]).toEqual([
    false,
    false,
    true,
  ])
})

test('a domain is an exact name, at most twenty of an account', async () => {
  const { running } = companies
  const company = await companies.open()
  for (const domain of ['localhost', 'a b.test', 'http://x.test', '*.test', '-x.test', ''])
    expect((await company.press('add', { domain })).status, domain).toBe(400)
  // Nineteen beside its own: one on the page, which is removed again, and the others as if they had been.
  await company.press('add', { domain: `0.${company.domain}` })
  await running.db.admin(
    `insert into sign_in_domain (account_id, domain, proof, created_at)
       select $1, n || '.' || $2, 'x', now() from generate_series(1, 18) n`,
    [company.account.id, company.domain],
  )
  const more = await company.press('add', { domain: 'bücher.test' })
  expect([more.status, more.text.includes('20 domains')]).toEqual([400, true])
  await company.press('remove', { domain: `0.${company.domain}` })
  await company.press('add', { domain: '@Bücher.TEST ' })
  const rows = await running.db.admin(
    `select 1 from sign_in_domain where account_id = $1 and domain = 'xn--bcher-kva.test'`,
    [company.account.id],
  )
  expect(rows).toHaveLength(1)
})
