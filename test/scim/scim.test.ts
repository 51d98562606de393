import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { connect } from '../support/ats-stand-ins.ts'
import { provisionTwice } from '../support/provisioning.ts'
import {
  coreUser,
  entraUser,
  oktaUser,
  patchOp,
  type ScimClient,
  scimClient,
} from '../support/scim-client.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'

let running: TestService
let account: TestAccount
let scim: ScimClient
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  scim = scimClient(running.url, (await connect(account, 'scim')).key)
})

const add = async (user: object, call = scim): Promise<Json> => {
  const { status, body, text } = await call('POST', '/Users', user)
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body
}
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Users/${id}`, { schemas: [patchOp], Operations })
const profileOf = async (id: string) => (await account.call('GET', `/profile/${id}`)).body.profile

describe('discovery (RFC 7644 section 4)', () => {
  test('1. ServiceProviderConfig says what is there', async () => {
    const { status, body, headers } = await scim('GET', '/ServiceProviderConfig')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json; charset=utf-8'])
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true },
    })
  })
  test('2. ResourceTypes lists User', async () => {
    const { body } = await scim('GET', '/ResourceTypes')
    expect([body.totalResults, body.Resources[0]]).toMatchObject([1, { id: 'User', endpoint: '/Users' }])
    expect((await scim('GET', '/ResourceTypes/User')).body).toMatchObject({ schema: coreUser })
  })
  test('3. Schemas lists the attributes that are kept, and has each by its URN', async () => {
    const { body } = await scim('GET', '/Schemas')
    expect(body.Resources[0].attributes.map(({ name }: Json) => name)).toContain('userName')
    expect((await scim('GET', `/Schemas/${coreUser}`)).body).toMatchObject({ id: coreUser })
  })
  test('4. 403 for a filter there', async () => {
    expect((await scim('GET', '/Schemas?filter=id eq "x"')).status).toBe(403)
  })
  test('5. 501 for Bulk and Me, 404 for anything else, in SCIM errors', async () => {
    for (const [path, expected] of [
      ['/Bulk', 501],
      ['/Me', 501],
      ['/Groups', 404],
    ] as const) {
      const { status, body } = await scim('GET', path)
      expect([status, body.schemas, body.status]).toEqual([
        ...[expected, ['urn:ietf:params:scim:api:messages:2.0:Error'], String(expected)],
      ])
    }
  })
})

describe('creating (section 3.3)', () => {
  test('6. 201 with id, meta and Location, for the example of the RFC', async () => {
    const userName = newPublicId()
    const { status, body, headers } = await scim('POST', '/Users', {
      schemas: [coreUser],
      userName,
      externalId: userName,
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      schemas: [coreUser],
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      userName,
      externalId: userName,
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      active: true,
      meta: {
        resourceType: 'User',
        created: expect.stringMatching(/Z$/),
        lastModified: expect.stringMatching(/Z$/),
        location: `${running.url}/scim/v2/Users/${body.id}`,
      },
    })
    expect(headers.get('location')).toBe(body.meta.location)
  })
  test('7. Entra ID: the person gets the work address, name and own key; unknown attributes are ignored', async () => {
    const user = entraUser()
    const { id, roles } = await add(user)
    expect(roles).toBeUndefined()
    expect(await profileOf(id)).toMatchObject({
      ...{ email: user.emails[0]?.value, firstName: 'Ada', lastName: 'Osei', customIds: [user.externalId] },
    })
  })
  test('8. Okta: a password is neither kept nor returned', async () => {
    const { text } = await scim('POST', '/Users', oktaUser())
    expect(text).not.toMatch(/password|1mz050nq/)
    const rows = await running.db.admin('select resource::text from provisioned_person')
    expect(JSON.stringify(rows)).not.toContain('1mz050nq')
  })
  test('9. 409 uniqueness for the same userName, whatever its case', async () => {
    const user = entraUser()
    await add(user)
    const { status, body } = await scim('POST', '/Users', { ...user, userName: user.userName.toUpperCase() })
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  })
  test('10. 400 without userName, and without the schema', async () => {
    const without = await scim('POST', '/Users', { schemas: [coreUser], name: { givenName: 'Ada' } })
    expect([without.status, without.body.scimType]).toEqual([400, 'invalidValue'])
    const bare = await scim('POST', '/Users', { userName: 'x' })
    expect([bare.status, bare.body.scimType]).toEqual([400, 'invalidSyntax'])
  })
  test('11. 400 invalidSyntax for a body that is not JSON, 415 for another media type', async () => {
    const broken = await scim('POST', '/Users', '{')
    expect([broken.status, broken.body.scimType]).toEqual([400, 'invalidSyntax'])
    expect((await scim('POST', '/Users', 'x', { 'content-type': 'text/plain' })).status).toBe(415)
  })
  test('12. plain application/json is accepted, and names in other cases are the same', {
    tags: 'long',
  }, async () => {
    const { username, ...user } = { ...oktaUser(), username: newEmail(), userName: undefined }
    const { status, body } = await scim(
      'POST',
      '/Users',
      { ...user, USERNAME: username },
      {
        'content-type': 'application/json; charset=utf-8',
      },
    )
    expect([status, body.userName]).toEqual([201, username])
  })
  test('13. preferredLanguage and phone numbers in E.164 are taken over; others are left out', async () => {
    const phone = `+4915${Math.floor(1e8 + Math.random() * 8e8)}`
    const spaced = `${phone.slice(0, 3)} ${phone.slice(3)}`
    const german = await add(
      entraUser({ preferredLanguage: 'de-AT', phoneNumbers: [{ type: 'mobile', value: spaced }] }),
    )
    expect(await profileOf(german.id)).toMatchObject({ locale: 'de', phone })
    const odd = await add(entraUser({ preferredLanguage: 'xx', phoneNumbers: [{ value: '555-0100' }] }))
    expect(await profileOf(odd.id)).toMatchObject({ locale: null, phone: null })
  })
  test('14. someone with the same email is taken over, of whom nothing is overwritten or shown', async () => {
    const email = newEmail()
    const { body } = await account.call('POST', '/profile', { email, firstName: 'Quirin', lastName: 'Xaver' })
    const user = await scim('POST', '/Users', entraUser({ emails: [{ value: email, type: 'work' }] }))
    expect(user.body.id).toBe(body.profile.id)
    expect(user.text).not.toMatch(/Quirin|Xaver/)
    expect(await profileOf(user.body.id)).toMatchObject({ firstName: 'Quirin', lastName: 'Xaver' })
  })
  test('15. 409 uniqueness for another user with the same email', async () => {
    const email = [{ value: newEmail(), type: 'work' }]
    await add(entraUser({ emails: email }))
    const { status, body } = await scim('POST', '/Users', entraUser({ emails: email }))
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  })
})

describe('reading and finding (section 3.4)', () => {
  test('16. GET by id returns what was sent', async () => {
    const user = await add(oktaUser())
    const { status, body } = await scim('GET', `/Users/${user.id}`)
    expect([status, body]).toEqual([200, user])
  })
  test('17. 404 for an unknown id, also one that is none', async () => {
    for (const id of [newPublicId(), '2819c223-7f76-453a-919d-413861904646'])
      expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
  })
  test.each([
    [
      '18. userName eq, without regard to case',
      (user: Json) => `userName eq "${user.userName.toUpperCase()}"`,
    ],
    ['19. externalId eq', (user: Json) => `externalId eq "${user.externalId}"`],
    ['20. emails.value eq', (user: Json) => `emails.value eq "${user.emails[0].value}"`],
    [
      '21. emails[type eq "work"].value eq',
      (user: Json) => `emails[type eq "work"].value eq "${user.emails[0].value}"`,
    ],
    ['22. id eq', (user: Json) => `id eq "${user.id}"`],
    ['23. the URN in front, and EQ', (user: Json) => `${coreUser}:userName EQ "${user.userName}"`],
  ])('%s', async (_, filterFor) => {
    const user = await add(entraUser())
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filterFor(user))}`)
    expect([status, body.schemas, body.totalResults, body.Resources]).toEqual([
      ...[200, ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], 1, [user]],
    ])
  })
  test('24. Entra ID tests a connection with a random user name: 200 and an empty list', async () => {
    const { status, body } = await scim('GET', `/Users?filter=userName eq "${crypto.randomUUID()}"`)
    expect([status, body.totalResults, body.Resources, body.startIndex]).toEqual([200, 0, [], 1])
  })
  test.each(['userName co "a"', 'title eq "x"', 'userName eq', 'userName eq "a" and active eq true', 'x'])(
    '25. 400 invalidFilter for %s',
    async (filter) => {
      const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    },
  )
  test('26. pages by startIndex and count; Okta asks so', async () => {
    const own = scimClient(running.url, (await connect(account, 'scim')).key)
    const users: Json[] = []
    for (const _ of [1, 2, 3]) users.push(await add(oktaUser(), own))
    const { body } = await own('GET', '/Users?startIndex=2&count=1')
    expect(body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
    expect(body.Resources).toEqual([users[1]])
    const none = (await own('GET', '/Users?startIndex=0&count=0')).body
    expect(none).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 0 })
  })
  test('27. attributes and excludedAttributes', { tags: 'long' }, async () => {
    const user = await add(entraUser())
    const only = await scim('GET', `/Users/${user.id}?attributes=userName`)
    expect(Object.keys(only.body).sort()).toEqual(['id', 'schemas', 'userName'])
    const not = await scim('GET', `/Users/${user.id}?excludedAttributes=emails,name`)
    expect(not.body).not.toHaveProperty('emails')
    expect(not.body).toHaveProperty('userName')
  })
  test('28. a search in a body (section 3.4.3)', { tags: 'long' }, async () => {
    const user = await add(entraUser())
    const { body } = await scim('POST', '/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: `userName eq "${user.userName}"`,
      attributes: ['userName'],
    })
    expect(body.Resources).toEqual([{ schemas: [coreUser], id: user.id, userName: user.userName }])
  })
})

describe('replacing (section 3.5.1)', () => {
  test('29. PUT replaces, and what is missing goes', async () => {
    const user = entraUser({ displayName: 'Ada O.' })
    const { id } = await add(user)
    const { displayName: _, ...rest } = user as typeof user & { displayName: string }
    const { status, body } = await scim('PUT', `/Users/${id}`, {
      ...rest,
      name: { familyName: 'Osei-Lund', givenName: 'Ada' },
    })
    expect([status, body.displayName, body.name.familyName]).toEqual([200, undefined, 'Osei-Lund'])
    expect(await profileOf(id)).toMatchObject({ lastName: 'Osei-Lund' })
  })
  test('30. PUT changes nothing that the directory has not changed', { tags: 'long' }, async () => {
    const user = entraUser()
    const { id } = await add(user)
    await account.call('PATCH', `/profile/${id}`, { firstName: 'Adele' })
    await scim('PUT', `/Users/${id}`, { ...user, displayName: 'x' })
    expect(await profileOf(id)).toMatchObject({ firstName: 'Adele' })
  })
  test('31. 404 for an unknown user; PUT creates none', { tags: 'long' }, async () => {
    expect((await scim('PUT', `/Users/${newPublicId()}`, entraUser())).status).toBe(404)
  })
})

describe('changing (section 3.5.2)', () => {
  test('32. Entra ID: Replace of single and of multi-valued attributes', async () => {
    const { id } = await add(entraUser())
    const email = newEmail()
    const { status, body } = await patch(
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Replace', path: 'name.familyName', value: 'Lund' },
    )
    expect([status, body.emails[0].value, body.name.familyName]).toEqual([200, email, 'Lund'])
    expect(await profileOf(id)).toMatchObject({ email, lastName: 'Lund' })
  })
  test('33. Entra ID: Add without a path, with names that are paths and other schemas', async () => {
    const { id } = await add(entraUser())
    const { status, body } = await patch(id, {
      op: 'Add',
      value: {
        displayName: 'Ada L.',
        'name.givenName': 'Adele',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Sales',
      },
    })
    expect([status, body.displayName, body.name.givenName]).toEqual([200, 'Ada L.', 'Adele'])
  })
  test('34. Entra ID disables a user with "False" as text', async () => {
    const { id } = await add(entraUser())
    const { status, body } = await patch(id, { op: 'Replace', path: 'active', value: 'False' })
    expect([status, body.active]).toEqual([200, false])
  })
  test('35. Okta deactivates with an object and no path', async () => {
    const { id } = await add(oktaUser())
    const { status, body } = await patch(id, { op: 'replace', value: { active: false } })
    expect([status, body.active]).toEqual([200, false])
  })
  test('36. add to a multi-valued attribute; what is there is not added again, and the new one is primary', {
    tags: 'long',
  }, async () => {
    const { id, emails } = await add(entraUser())
    const other = { value: newEmail(), type: 'home', primary: true }
    const { body } = await patch(id, {
      op: 'add',
      path: 'emails',
      value: [{ value: emails[0].value }, other],
    })
    expect(body.emails).toEqual([{ value: emails[0].value, type: 'work' }, other])
  })
  test('37. remove with and without a filter', async () => {
    const { id } = await add(entraUser({ displayName: 'x' }))
    const { body } = await patch(
      id,
      { op: 'remove', path: 'displayName' },
      { op: 'remove', path: 'emails[type eq "work"]' },
    )
    expect(body).not.toHaveProperty('displayName')
    expect(body).not.toHaveProperty('emails')
  })
  test.each([
    [
      '38. 400 noTarget for a replace whose filter matches nothing',
      { op: 'replace', path: 'emails[type eq "home"].value', value: 'a@test.test' },
      'noTarget',
    ],
    ['39. 400 noTarget for a remove without a path', { op: 'remove' }, 'noTarget'],
    [
      '40. 400 invalidPath for a path that is none',
      { op: 'add', path: 'emails[', value: 'x' },
      'invalidPath',
    ],
    [
      '41. 400 invalidSyntax for an unknown operation',
      { op: 'move', path: 'x', value: 'x' },
      'invalidSyntax',
    ],
    [
      '42. 400 invalidValue for a value of another type',
      { op: 'replace', path: 'active', value: 'perhaps' },
      'invalidValue',
    ],
    [
      '43. 400 invalidValue for a required attribute that is removed',
      { op: 'remove', path: 'userName' },
      'invalidValue',
    ],
  ])('%s; and nothing of the request applies', async (_, operation, scimType) => {
    const user = await add(entraUser())
    const { status, body } = await patch(
      user.id,
      { op: 'replace', path: 'displayName', value: 'y' },
      operation,
    )
    expect([status, body.scimType]).toEqual([400, scimType])
    expect((await scim('GET', `/Users/${user.id}`)).body).toEqual(user)
  })
  test('44. 409 uniqueness for the userName or the email of another user', async () => {
    const [one, other] = [await add(entraUser()), await add(entraUser())]
    for (const operation of [
      { op: 'replace', path: 'userName', value: other.userName },
      { op: 'replace', path: 'emails[type eq "work"].value', value: other.emails[0].value },
    ]) {
      const { status, body } = await patch(one.id, operation)
      expect([status, body.scimType]).toEqual([409, 'uniqueness'])
    }
  })
  test('45. a new externalId replaces the key of the person', { tags: 'long' }, async () => {
    const { id } = await add(entraUser())
    const key = newPublicId()
    await patch(id, { op: 'Replace', path: 'externalId', value: key })
    expect((await profileOf(id)).customIds).toEqual([key])
  })
})

describe('people who leave', () => {
  test('46. active: false ends open links and refuses invites; results stay; active: true takes it back', async () => {
    const taker = await openTaker(running, account, { assessmentIds: ['core'] })
    await take(running, taker, 1, ['core'])
    const before = await profileOf(taker.profileId)
    const { id } = await add(entraUser({ emails: [{ value: taker.email, type: 'work' }] }))
    expect(id).toBe(taker.profileId)
    // What they show to others ends too: they could not end it themselves any more.
    const cookie = { cookie: taker.cookie }
    for (const path of ['card', 'link'])
      await fetch(`${running.url}/take/results/${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: cookie,
      })
    const { body: kept } = await account.call('POST', '/report-link', { profileId: id })
    const shown = async () => [
      await running.db.admin('select 1 from share_card where profile_id = $1', [id]),
      (await account.call('GET', `/report-links?profileId=${id}`)).body.reportLinks.map(
        (one: { madeBy: string }) => one.madeBy,
      ),
    ]
    expect(await shown()).toEqual([[{ '?column?': 1 }], ['account', 'person']])
    await patch(id, { op: 'Replace', path: 'active', value: false })
    expect(kept.data.id).toBeDefined()
    expect(await shown()).toEqual([[], ['account']])
    const page = await fetch(taker.link, { method: 'POST', redirect: 'manual' })
    expect(page.headers.get('set-cookie')).toBeNull()
    const refused = await account.call('POST', `/profile/${id}/invite/email`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'person_inactive'])
    const many = await account.call('POST', '/profiles/invite', { profileIds: [id], channel: 'email' })
    expect(JSON.stringify(many.body)).toContain('person_inactive')
    const order = await account.call('POST', '/order', { packageId: 'all', profileId: id })
    expect([order.status, order.body.error.code]).toEqual([409, 'person_inactive'])
    await patch(id, { op: 'Replace', path: 'active', value: true })
    await running.db.admin(`update invite set created_at = now() - interval '1 hour' where profile_id = $1`, [
      id,
    ])
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
    const { updatedAt: _, customIds: __, ...after } = await profileOf(id)
    const { updatedAt: ___, customIds: ____, ...former } = before
    expect(after).toEqual(former)
  })
  test('47. DELETE deactivates and erases nothing; the same person comes back with their results', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    const before = await profileOf(taker.profileId)
    const user = entraUser({ emails: [{ value: taker.email, type: 'work' }] })
    const { id } = await add(user)
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404)
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(409)
    expect((await add(user)).id).toBe(id)
    expect((await profileOf(id)).disc).toEqual(before.disc)
    await running.db.admin(`update invite set created_at = now() - interval '1 hour' where profile_id = $1`, [
      id,
    ])
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
  })
  test('48. DELETE erases if the connection says so', async () => {
    const erasing = scimClient(running.url, (await connect(account, 'scim', { deleteErases: true })).key)
    const { id } = await add(entraUser(), erasing)
    expect((await erasing('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(404)
  })
})

describe('who may ask', () => {
  test('401 without the key of a directory, in a SCIM error; Basic with the key is accepted', async () => {
    const ats = await connect(account, 'greenhouse')
    for (const key of ['', 'tmb_ats_x', ats.key]) {
      const { status, body } = await scimClient(running.url, key)('GET', '/Users')
      expect([status, body.schemas[0]]).toEqual([401, 'urn:ietf:params:scim:api:messages:2.0:Error'])
    }
    const { key } = await connect(account, 'scim')
    const basic = { authorization: `Basic ${Buffer.from(`okta:${key}`).toString('base64')}` }
    expect((await scim('GET', '/Users', undefined, basic)).status).toBe(200)
  })

  test('people of another directory, of the same or another account, are like none: nothing is found or changed', async () => {
    const user = await add(entraUser())
    const others = await Promise.all(
      [account, await running.account()].map(async (one) =>
        scimClient(running.url, (await connect(one, 'scim')).key),
      ),
    )
    for (const other of others) {
      const unknown = newPublicId()
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', entraUser()],
        ['PATCH', { schemas: [patchOp], Operations: [{ op: 'replace', path: 'active', value: false }] }],
        ['DELETE', undefined],
      ] as const) {
        const foreign = await other(method, `/Users/${user.id}`, body)
        const missing = await other(method, `/Users/${unknown}`, body)
        expect([foreign.status, foreign.text], method).toEqual([404, missing.text])
      }
      const found = await other('GET', `/Users?filter=userName eq "${user.userName}"`)
      expect(found.body.totalResults).toBe(0)
    }
    expect((await scim('GET', `/Users/${user.id}`)).body).toEqual(user)
  })

  test('no score and no answer of anybody is ever shown', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    const user = await add(entraUser({ emails: [{ value: taker.email, type: 'work' }] }))
    for (const path of [`/Users/${user.id}`, '/Users'])
      expect((await scim('GET', path)).text).not.toMatch(/disc|focus|core"|style|score|completed/i)
  })
})

async function makesNoDouble(people: number): Promise<void> {
  const { first, second } = await provisionTwice(running, await running.account(), people)
  expect([first.profiles, first.users, second.profiles, second.users]).toEqual(Array(4).fill(people))
}

test('a directory that reports ten people twice makes no double', () => makesNoDouble(10))
test('a directory that reports 100 people twice makes no double', { tags: 'long' }, () => makesNoDouble(100))
