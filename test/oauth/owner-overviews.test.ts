import { beforeAll, expect, test } from 'vitest'
import { scopes } from '../../src/contract/scope.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'
import { addSignedInMember, createOwnedAccount } from './members-page.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('the page of API keys names each scope as programs do, beside its words, and in the list of keys', async () => {
  const { account, owner } = await createOwnedAccount(running)
  const form = (await owner.get('/clients')).text
  const boxes = [...form.matchAll(/<label class="member-choice[\s\S]*?<\/label>/g)].map(([box]) => box)
  expect(boxes).toHaveLength(scopes.length)
  for (const scope of scopes) {
    const box = boxes.find((one) => one.includes(`value="${scope}"`)) ?? expect.fail(scope)
    expect(plain(box)).toContain(scope)
  }
  const fields = { account: account.id, form: newPublicId(), name: 'n8n', scope: 'account:write' }
  expect((await owner.post('/clients/create', fields)).status).toBe(200)
  const [, facts = ''] =
    /<h3 class="app-name app-head"><bdi>n8n<\/bdi>[\s\S]*?<dl([\s\S]*?)<\/dl>/.exec(
      (await owner.get('/clients')).text,
    ) ?? []
  expect(plain(facts)).toContain('Change the account account:write')
})

test('a coach, who sees no other member, is not counted as the only one', async () => {
  const { account, owner } = await createOwnedAccount(running)
  const coach = await addSignedInMember(running, account, 'coach')
  expect(plain((await owner.get('/members')).text)).toContain('2 members')
  const page = plain((await coach.get('/members')).text)
  expect(page).not.toMatch(/\d members?\b/)
  expect(page).toContain('You As a coach you don’t see the other members.')
  const user = await addSignedInMember(running, account, 'user')
  expect(plain((await user.get('/members')).text)).toContain('3 members')
})

test('who can reach an account is an overview of closed groups with their numbers; a search opens what it finds', async () => {
  const { account, owner } = await createOwnedAccount(running)
  for (let count = 0; count < 12; count += 1) {
    const person = { email: newEmail(), firstName: count === 0 ? 'Zita' : 'Ada' }
    const { body } = await account.call('POST', '/profile', person)
    await account.call('POST', `/profile/${body.profile.id}/invite/email`)
  }
  const groups = (html: string) =>
    [...html.matchAll(/<details( open)?><summary><h2[^>]*>([\s\S]*?)<\/h2>/g)].map(([, open, title = '']) => [
      plain(title),
      open !== undefined,
    ])
  const { text } = await owner.get('/access')
  expect(groups(text)).toEqual([
    ['API keys (1)', false],
    ['Members (1)', false],
    ['Invite links (12)', false],
  ])
  expect(plain(text)).toContain('Public links (0) None.')
  expect(plain(text)).toMatch(/Find the links of a person Name or email of a person/)
  expect(text).toContain('<h2 id="links" class="section">')
  expect(groups((await owner.get('/access?q=zita')).text)).toEqual([['Invite links (1)', true]])
  const more = /href="([^"]*kind=invite&amp;after=[^"]*)"/.exec(text)?.[1] ?? ''
  expect(groups((await owner.get(more.replaceAll('&amp;', '&'))).text)).toEqual([['Invite links (12)', true]])
  // What was ended leads back into its group, where the next one may be ended.
  expect(groups((await owner.get('/access?done=invite')).text)).toContainEqual(['Invite links (12)', true])
})
