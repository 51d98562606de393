import { z } from 'zod'
import { dashboardClientId, type Membership } from '../../src/contract/authorization.ts'
import { invalid, notFound } from '../../src/contract/failure.ts'
import { locales } from '../../src/contract/locale.ts'
import { EmailAddress, PublicId } from '../../src/contract/shapes.ts'
import { revokeGrants } from '../../src/domain/app/revoke.ts'
import { listRemoteMemberships } from '../../src/domain/directory/store.ts'
import { setRequirePasskey } from '../../src/domain/member/store.ts'
import { notifyOwners } from '../../src/domain/notice/notify-owners.ts'
import { removeLostPasskeys } from '../../src/domain/person/lost-passkeys.ts'
import { createSendToRegion } from '../../src/domain/region/apply-message.ts'
import { listMemberships } from '../../src/identity/people/memberships.ts'
import { hasPasskeys } from '../../src/identity/people/passkeys.ts'
import { command } from './command.ts'
import { changeAccount, readAccount, type Shell } from './shell.ts'

export const allowCodesCommand = command({
  name: 'account allow-codes',
  summary: 'Stop requiring passkeys of the members of an account: a code by email is enough again.',
  usage: '<ID>',
  argument: 'id',
  input: z.strictObject({ id: PublicId }),
  async run(shell, { id }) {
    const wasRequired = await changeAccount(shell, id, 'require_passkey', async (sql, account) => {
      if (!account.requirePasskey) return { result: false, changes: [] }
      await setRequirePasskey(sql, id, false)
      await notifyOwners({ ...shell, sql, account }, null, { kind: 'passkeysOptional' })
      const target = { type: 'account', id } as const
      return { result: true, changes: [{ target, changes: { requirePasskey: false } }] }
    })
    return {
      text: wasRequired
        ? 'Members can sign in with a code again. The owners get an email.'
        : 'The account did not require passkeys.',
      json: { account: { id, requirePasskey: false }, changed: wasRequired },
    }
  },
})

export const removePasskeysCommand = command({
  name: 'person remove-passkeys',
  summary: 'Remove the passkeys of somebody who lost them, and end their sessions; a code signs them in.',
  usage: '<EMAIL>',
  argument: 'email',
  input: z.strictObject({ email: EmailAddress }),
  async run(shell, { email }) {
    const { database, region, hasRemoteAuthServer } = shell
    if (hasRemoteAuthServer) {
      throw invalid('Passkeys are kept in the region of the authorization server. Run this command there.')
    }
    const source = { region, listRemoteMemberships }
    const { isKnown, memberships } = await database.inSystem(
      async (sql) => ({
        isKnown: await hasPasskeys(sql, email),
        memberships: await listMemberships(sql, source, email),
      }),
      { readOnly: true },
    )
    if (!isKnown) throw notFound(`${email} has no passkey.`)
    const accepted = memberships.filter(({ isAccepted }) => isAccepted)
    const inRegion = accepted.filter((one) => one.region === region)
    // The audit entry comes first: no passkey is removed without an entry, even if this is interrupted.
    for (const membership of inRegion) await record(shell, email, membership)
    const [first] = inRegion
    const locale = first
      ? await readAccount(shell, first.accountId, async (_, { preferences }) => preferences.locale)
      : 'en'
    const at = shell.now()
    const removed = await database.inSystem((sql) =>
      removeLostPasskeys(
        sql,
        { ...shell, ...shell.installation, memberships: source },
        { email, at, locale: locales.find((one) => one === locale) ?? 'en' },
      ),
    )
    if (removed) await endDashboards(shell, removed.personId)
    return {
      text: wordsOf(email, removed?.removed ?? 0, accepted.length - inRegion.length),
      json: {
        removed: removed?.removed ?? 0,
        accounts: accepted.map(({ accountId }) => ({ id: accountId })),
      },
    }
  },
})

/** Writes the removal to an account's audit log and emails its owners. */
async function record(shell: Shell, email: string, { accountId, memberId }: Membership): Promise<void> {
  await changeAccount(shell, accountId, 'remove_passkeys', async (sql, account) => {
    await notifyOwners({ ...shell, sql, account }, null, { kind: 'passkeysRemoved', member: email })
    return { result: undefined, changes: [{ target: { type: 'member', id: memberId } }] }
  })
}

/** Revokes the person's dashboard sessions in every account. */
async function endDashboards(shell: Shell, personId: string): Promise<void> {
  const parts = { ...shell, clock: shell.now }
  await revokeGrants(
    { ...parts, queueRegionMessage: createSendToRegion(parts) },
    { personId, clientId: dashboardClientId },
    { reason: 'person', actor: { kind: 'operator', id: 'shell', clientId: null }, requestId: shell.newId() },
  )
}

function wordsOf(email: string, removed: number, elsewhere: number): string {
  const many = removed === 1 ? 'passkey' : 'passkeys'
  const text = `Removed ${removed} ${many} of ${email}, and ended their sessions. They sign in with a code now.`
  const notes = elsewhere === 1 ? 'an account' : `${elsewhere} accounts`
  return elsewhere === 0 ? text : `${text} The audit log of ${notes} in other regions has no entry of this.`
}
