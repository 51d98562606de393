import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { newPublicId } from '../../platform/ids.ts'
import { insertAlias } from '../alias/store.ts'
import { findProfile, insertProfiles, type NewProfile, writeDocument } from './store.ts'

const now = new Date('2026-03-04T05:06:07.890Z')

function person(given: Partial<NewProfile>): NewProfile {
  return {
    id: newPublicId(now),
    ...{ email: null, phone: null, firstName: null, lastName: null, locale: null, customId: undefined },
    availableAssessments: ['disc', 'focus', 'core'],
    focusForm: 'focus-120',
    isConfirmed: true,
    ...given,
  }
}

test.each([false, true])(
  'new people have the document that their rows give; sandbox: %s',
  async (isSandbox) => {
    const db = await createTestDatabase()
    const accountId = await insertLiveAccount(db)
    if (isSandbox) await db.admin(`update account set mode = 'sandbox' where id = $1`, [accountId])
    const people = [
      person({ email: 'a@mail.test', firstName: 'Ada', lastName: 'Osei "of" {Accra}' }),
      person({ email: 'b@mail.test', phone: '+4915112345678', firstName: 'Bo', isConfirmed: false }),
      person({ firstName: '山田', lastName: '太郎', locale: 'ja', availableAssessments: ['core'] }),
      person({ email: 'c@mail.test', focusForm: 'focus-60', customId: 'a, "key"', availableAssessments: [] }),
    ]
    await db.database.inAccount(accountId, async (sql) => {
      const inserted = await insertProfiles(sql, { accountId, now, isSandbox }, people)
      for (const [index, { id, customId }] of people.entries()) {
        if (customId !== undefined)
          await insertAlias(sql, {
            ...{ accountId, id: newPublicId(now), now, consumerKey: customId },
            ...{ resourceType: 'profile', resourceId: id },
          })
        const stored = await findProfile(sql, accountId, id)
        expect(stored).toEqual(JSON.parse(JSON.stringify(inserted[index])))
        expect(JSON.parse(JSON.stringify(await writeDocument(sql, accountId, id)))).toEqual(stored)
      }
      const words = await sql.rows<{ token: string }>(
        'select token from name_token where account_id = $1 and profile_id = $2 order by 1',
        [accountId, people[0]?.id],
      )
      expect(words.map(({ token }) => token)).toEqual(['accra', 'ada', 'of', 'osei'])
    })
  },
)

test('of several people only those are inserted whose addresses are free', async () => {
  const db = await createTestDatabase()
  const accountId = await insertLiveAccount(db)
  const settings = { accountId, now, isSandbox: false }
  await db.database.inAccount(accountId, async (sql) => {
    await insertProfiles(sql, settings, [person({ email: 'a@mail.test', firstName: 'Ada' })])
    const [taken, free, twice] = [
      person({ email: 'a@mail.test', firstName: 'Eve' }),
      person({ email: 'b@mail.test', firstName: 'Bo' }),
      person({ email: 'b@mail.test', firstName: 'Cy' }),
    ]
    const inserted = await insertProfiles(sql, settings, [taken, free, twice])
    expect(inserted.map((profile) => profile?.id)).toEqual([undefined, free.id, undefined])
    const words = await sql.rows<{ token: string }>(
      'select token from name_token where account_id = $1 order by 1',
      [accountId],
    )
    expect(words.map(({ token }) => token)).toEqual(['ada', 'bo'])
  })
})
