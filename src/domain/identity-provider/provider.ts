import { z } from 'zod'
import { Failure, invalid } from '../../contract/failure.ts'
import { type Change, type Context, operation, type WriteResult } from '../../contract/operation.ts'
import { lockMembers } from '../member/store.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { endGrantsOfProvider } from './end-grants.ts'
import { endingBy, refuseElsewhere } from './guards.ts'
import { OidcInput, type ProviderRow, providerIdOf, SamlInput } from './model.ts'
import { findProvider, putProvider, removeProviderRow, setNoneRequired } from './store.ts'

const setting = {
  access: 'member',
  roles: ['owner'],
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['shareLink.ended', 'webhook.disabled'],
  refuses: ['invalid', 'forbidden', 'conflict'],
} as const

export const setOidcProvider = operation({
  ...setting,
  name: 'set_oidc_provider',
  summary:
    'Let members sign in with an OpenID provider; sessions of the former one end, and apps connected in them',
  input: OidcInput,
  output: z.null(),
  // One that can't be reached now is checked at each sign-in.
  async prepare(input, { namesOtherIssuer }) {
    return { ...input, isOther: await namesOtherIssuer(input.issuer) }
  },
  async run(context, { isOther, issuer, clientId, clientSecret, trustsAddresses, joinRole }) {
    if (isOther) throw new Failure('issuer_mismatch')
    const { account, installation } = context
    const former = await findProvider(context.sql, account.id)
    const isSame = former?.protocol === 'oidc' && former.issuer === issuer && former.clientId === clientId
    const id = providerIdOf(account.id)
    // A secret is only ever sent to the issuer that it was entered for.
    const kept = isSame ? former.clientSecretSealed : null
    const sealed = clientSecret
      ? installation.secretKey.seal(clientSecret, `provider_secret:${account.id}:${id}`)
      : kept
    if (!sealed) throw invalid('Enter the client secret.', { param: 'clientSecret' })
    return setProvider(context, {
      ...{ id, protocol: 'oidc', issuer, clientId, trustsAddresses, joinRole },
      ...{ clientSecretSealed: sealed, signInUrl: null, certificates: [] },
    })
  },
})

export const setSamlProvider = operation({
  ...setting,
  name: 'set_saml_provider',
  summary:
    'Let members sign in with a SAML provider; sessions of the former one end, and apps connected in them',
  input: SamlInput,
  output: z.null(),
  async run(context, { entityId, signInUrl, certificates, joinRole }) {
    return setProvider(context, {
      ...{ id: providerIdOf(context.account.id), protocol: 'saml', issuer: entityId, joinRole },
      ...{ clientId: null, clientSecretSealed: null, signInUrl, certificates, trustsAddresses: true },
    })
  },
})

type NewProvider = Omit<ProviderRow, 'createdAt' | 'changedAt' | 'usedAt'>

async function setProvider(context: Context, provider: NewProvider): Promise<WriteResult<null>> {
  refuseElsewhere(context)
  const { sql, account, caller, installation } = context
  const { protocol, issuer, signInUrl, joinRole } = provider
  refuseWithoutTls(installation, protocol === 'oidc' ? issuer : (signInUrl ?? ''), protocol)
  // A sign-in that is being admitted comes first, so that its session is older than this change.
  await lockMembers(sql, account.id)
  await putProvider(sql, account.id, { ...provider, changedAt: context.now().toISOString() })
  const memberId = caller.kind === 'member' ? caller.memberId : null
  await notifyOwners(context, memberId, { kind: 'providerSet', provider: hostOf(issuer) })
  const change: Change = { target: { type: 'account', id: account.id }, changes: { protocol, joinRole } }
  const ended = await endGrantsOfProvider(sql, endingBy(context))
  return { resource: null, changes: [change, ...ended] }
}

/** Without TLS only if the operator has opened a network, as for webhooks. */
function refuseWithoutTls(
  { webhooks }: Context['installation'],
  address: string,
  protocol: ProviderRow['protocol'],
): void {
  if (address.startsWith('https:') || webhooks.hasPrivateNetworks) return
  const param = protocol === 'oidc' ? 'issuer' : 'signInUrl'
  throw invalid('This address must begin with https.', { param })
}

/** Entity IDs needn't be addresses. */
function hostOf(issuer: string): string {
  return URL.canParse(issuer) && new URL(issuer).host !== '' ? new URL(issuer).host : issuer.slice(0, 60)
}

export const removeIdentityProvider = operation({
  ...setting,
  name: 'remove_identity_provider',
  summary:
    'Remove the identity provider; its sessions end, with apps connected in them, and no domain requires it any more',
  evenPaused: true,
  refuses: [],
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { sql, account, caller } = context
    const provider = await findProvider(sql, account.id)
    if (!provider) return { resource: null, changes: [] }
    // Members first, as a sign-in that is being admitted locks them.
    await lockMembers(sql, account.id)
    await removeProviderRow(sql, account.id)
    await setNoneRequired(sql, account.id)
    const memberId = caller.kind === 'member' ? caller.memberId : null
    await notifyOwners(context, memberId, { kind: 'providerRemoved', provider: hostOf(provider.issuer) })
    const ended = await endGrantsOfProvider(sql, endingBy(context))
    const change: Change = { target: { type: 'account', id: account.id } }
    return { resource: null, changes: [change, ...ended] }
  },
})
