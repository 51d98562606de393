import { z } from 'zod'
import { EmailAddress, LocaleCode, PersonName, PublicId, TimeInput } from '../../src/contract/shapes.ts'
import { insertAccount, lockAccount, setAccountStatus } from '../../src/domain/account/store.ts'
import { recordEvent } from '../../src/domain/event/record.ts'
import { insertMember } from '../../src/domain/member/store.ts'
import { updateAccountPreferences } from '../../src/domain/preferences/operations.ts'
import { accountSummary, unixSeconds } from './account-views.ts'
import { command } from './command.ts'
import { changeAccount, changeWithAudit, requireAccount, type Shell } from './shell.ts'

export const createAccountCommand = command({
  name: 'account create',
  summary: 'Make an account; it is active and has no caps unless told otherwise.',
  usage: '--name N [--billing active|trialing] [--locale en] [--timezone Europe/Berlin] [--owner EMAIL]',
  mayCreateDatabase: true,
  input: z.strictObject({
    name: PersonName.refine((name) => name !== '', 'must not be empty'),
    billing: z.enum(['active', 'trialing'], 'must be active or trialing').default('active'),
    locale: LocaleCode.optional(),
    timezone: updateAccountPreferences.input.shape.timezone.unwrap().unwrap().optional(),
    owner: EmailAddress.optional(),
  }),
  async run(shell, { name, billing, locale, timezone, owner }) {
    const { newId, trialDays } = shell
    const [id, now] = [newId(), shell.now()]
    const trialEndsAt = billing === 'trialing' ? inDays(now, trialDays) : null
    const account = await changeWithAudit(shell, id, 'create_account', async (sql) => {
      const preferences = { ...(locale && { locale }), ...(timezone && { timezone }) }
      await insertAccount(sql, {
        id,
        name,
        now,
        billingStatus: billing,
        trialEndsAt,
        paused: false,
        preferences,
      })
      const result = accountSummary(await requireAccount(sql, id))
      const change = { target: { type: 'account', id } as const, changes: { billingStatus: billing } }
      if (owner === undefined) return { result, changes: [change] }
      const memberId = newId()
      await insertMember(sql, { accountId: id, id: memberId, email: owner, role: 'owner', now })
      const member = { target: { type: 'member', id: memberId } as const, action: 'add_member' }
      return { result, changes: [change, { ...member, changes: { role: 'owner' } }] }
    })
    return {
      text: `${id}\nMade the account "${name}". Next: client create --account ${id} --name …`,
      json: { account },
    }
  },
})

export const pauseAccountCommand = command({
  name: 'account pause',
  summary: 'Refuse every call of an account; people in the middle of an assessment may finish.',
  usage: '<ID>',
  argument: 'id',
  input: z.strictObject({ id: PublicId }),
  run: (shell, { id }) => setPaused(shell, id, true),
})

export const resumeAccountCommand = command({
  name: 'account resume',
  summary: 'Let a paused account go on.',
  usage: '<ID>',
  argument: 'id',
  input: z.strictObject({ id: PublicId }),
  run: (shell, { id }) => setPaused(shell, id, false),
})

async function setPaused(shell: Shell, id: string, paused: boolean) {
  const action = paused ? 'pause_account' : 'resume_account'
  const { account, changed } = await changeAccount(shell, id, action, async (sql) => {
    const before = await lockAccount(sql, id)
    const after = { ...before, paused }
    const result = { account: accountSummary(after), changed: before.paused !== paused }
    if (!result.changed) return { result, changes: [] }
    await setAccountStatus(sql, after, shell.now())
    recordEvent(sql, { type: paused ? 'account.paused' : 'account.resumed', data: {} })
    return { result, changes: [{ target: { type: 'account', id }, changes: { paused } }] }
  })
  const state = paused ? 'paused' : 'active'
  return {
    text: changed ? `The account is ${state}.` : `The account was ${state} already.`,
    json: { account, changed },
  }
}

const statuses = ['trialing', 'active', 'past_due', 'canceled', 'unpaid'] as const

export const billAccountCommand = command({
  name: 'account billing',
  summary: 'Set the billing status of an account; a trial ends after TRIAL_DAYS unless told otherwise.',
  usage: `<ID> --status ${statuses.join('|')} [--trial-days N | --trial-end TIME]`,
  argument: 'id',
  input: z
    .strictObject({
      id: PublicId,
      status: z.enum(statuses, `must be one of ${statuses.join(', ')}`),
      trialDays: z
        .string()
        .regex(/^\d{1,5}$/, 'must be a whole number of days')
        .transform(Number)
        .optional(),
      trialEnd: TimeInput.optional(),
    })
    .refine(({ trialDays, trialEnd }) => trialDays === undefined || trialEnd === undefined, {
      message: 'Give --trial-days or --trial-end, not both.',
    })
    .refine(
      ({ status, trialDays, trialEnd }) => status === 'trialing' || (trialDays ?? trialEnd) === undefined,
      {
        message: 'A trial has an end with --status trialing only.',
      },
    ),
  async run(shell, { id, status, trialDays, trialEnd }) {
    const now = shell.now()
    const end = trialEnd ? new Date(trialEnd) : inDays(now, trialDays ?? shell.trialDays)
    const { account, changed } = await changeAccount(shell, id, 'change_billing', async (sql) => {
      const before = await lockAccount(sql, id)
      const trialEndsAt = status === 'trialing' ? end.toISOString() : before.trialEndsAt
      const after = { ...before, billingStatus: status, trialEndsAt }
      const isSame = before.billingStatus === status && before.trialEndsAt === trialEndsAt
      const result = { account: accountSummary(after), changed: !isSame }
      if (isSame) return { result, changes: [] }
      await setAccountStatus(sql, after, now)
      const changes = { from: before.billingStatus, to: status, trialEndDate: unixSeconds(trialEndsAt) }
      return { result, changes: [{ target: { type: 'account', id }, changes }] }
    })
    const until = status === 'trialing' ? ` until ${end.toISOString()}` : ''
    return { text: `The billing status is ${status}${until}.`, json: { account, changed } }
  },
})

function inDays(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000)
}
