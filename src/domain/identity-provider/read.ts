import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { CompanySignIn, toSettings } from './model.ts'
import { findProvider, listDomains } from './store.ts'

// How members sign in is set up on the pages of the authorization server: no token can weaken it, and no connected app
// can let anyone in.

export const readSignIn = operation({
  name: 'read_sign_in',
  summary: 'Read the identity provider of the account and its domains',
  access: 'member',
  roles: ['owner'],
  signIn: 'any',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: CompanySignIn,
  async run({ sql, account }) {
    const [provider, domains] = [await findProvider(sql, account.id), await listDomains(sql, account.id)]
    return { resource: toSettings(account.id, provider, domains) }
  },
})
