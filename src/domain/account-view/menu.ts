import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { logoPath } from '../account/model.ts'
import { countAccountProfiles } from '../account/store.ts'
import { countTagsOfAccount } from '../tag/store.ts'

export const readMenu = operation({
  name: 'read_menu',
  summary: 'Read the numbers that the menu shows: people and tags of the account',
  access: 'member',
  // The menu shows coaches the number of their own people, which only an app of theirs can count.
  roles: ['owner', 'manager', 'user'],
  signIn: 'any',
  reveals: 'nothing',
  issues: 'nothing',
  evenPaused: true,
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({ people: z.int(), tags: z.int(), logoPath: z.string().nullable() }),
  async run({ sql, account }) {
    const [people, tags] = await Promise.all([
      countAccountProfiles(sql, account.id),
      countTagsOfAccount(sql, account.id),
    ])
    return { resource: { people, tags, logoPath: logoPath(account) ?? null } }
  },
})
