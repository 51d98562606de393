import { z } from 'zod'
import { Failure, forbidden } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { countExistingTags } from '../tag/store.ts'
import { nextDigestAt } from './digest-time.ts'
import {
  MemberNotices,
  mayBeNotified,
  NoticeChanges,
  type NoticeChoice,
  type NoticeFrequency,
  type NoticeKind,
  noticeKinds,
} from './model.ts'
import {
  findNewestSeq,
  findNoticeMember,
  listChoices,
  lockChoices,
  type NoticeOwner,
  removeChoices,
  writeChoice,
} from './store.ts'

const group = 'member notices'

export const getMemberNotices = operation({
  name: 'get_member_notices',
  summary: 'Read which emails the member gets',
  description: 'For the member who connected the app. API keys act for no member, and get 403.',
  scope: 'profiles:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['forbidden'],
  input: z.strictObject({}),
  output: MemberNotices,
  rest: { group, route: 'GET /member/notices', sdk: 'memberNotices.get', key: 'notices', status: 200 },
  async run(context) {
    return { resource: await readNotices(context, await openOwner(context)) }
  },
})

/**
 * Needs no scope to write, because it changes nothing of the account: emails go to the member alone, about people whom
 * the member may read.
 */
export const updateMemberNotices = operation({
  name: 'update_member_notices',
  summary: 'Choose which emails the member gets',
  description:
    'For the member who connected the app. API keys act for no member, and get 403. Events from now on count. Someone ' +
    'who turns a kind off gets no more emails about it, not even those that are queued. At most 20 emails a day are ' +
    'sent at once; what exceeds them is in one email the next morning.',
  scope: 'profiles:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['forbidden', 'missing'],
  input: z
    .strictObject(NoticeChanges)
    .refine((input) => Object.keys(input).length > 0, {
      message: 'Name at least one kind, such as completed.',
    })
    .meta({ minProperties: 1 }),
  output: MemberNotices,
  rest: {
    group,
    route: 'PATCH /member/notices',
    sdk: 'memberNotices.update',
    key: 'notices',
    status: 200,
    examples: { body: { completed: { frequency: 'daily', tagIds: ['6920318e4b1a0c7d2e8f5a70'] } } },
  },
  async run(context, input) {
    const { sql } = context
    const owner = await openOwner(context)
    const changed = noticeKinds.flatMap((kind) => {
      const wanted = input[kind]
      return wanted ? [{ kind, ...wanted }] : []
    })
    for (const { kind, frequency } of changed) refuseKind(owner, kind, frequency)
    await refuseUnknownTags(
      context,
      changed.flatMap(({ tagIds }) => tagIds ?? []),
    )
    const before = new Map((await lockChoices(sql, owner)).map((choice) => [choice.kind, choice]))
    const changes: Record<string, NoticeFrequency | 'off'> = {}
    for (const wanted of changed) {
      if (await applyChange(context, owner, before.get(wanted.kind), wanted)) {
        changes[wanted.kind] = wanted.frequency
      }
    }
    const target = { type: 'member', id: owner.memberId } as const
    return {
      resource: await readNotices(context, owner),
      changes: Object.keys(changes).length > 0 ? [{ target, changes }] : [],
    }
  },
})

type Wanted = { kind: NoticeKind; frequency: NoticeFrequency | 'off'; tagIds?: string[] | null | undefined }
type Owner = NoticeOwner & { email: string; role: Parameters<typeof mayBeNotified>[0] }

/** The member that an app acts for, from the token alone. */
async function openOwner({ sql, account, caller }: Context): Promise<Owner> {
  const owner = caller.kind === 'delegate' && { accountId: account.id, memberId: caller.memberId }
  const member = owner && (await findNoticeMember(sql, owner))
  if (!owner || !member) {
    throw forbidden('An API key acts for no member. Use a token of an app that a member has connected.')
  }
  return { ...owner, ...member }
}

function refuseKind({ role }: Owner, kind: NoticeKind, frequency: Wanted['frequency']): void {
  if (frequency === 'off' || mayBeNotified(role, kind)) return
  throw forbidden("Your role doesn't see what these emails are about. Ask an owner of the account.", {
    param: kind,
  })
}

async function refuseUnknownTags({ sql, account }: Context, tagIds: readonly string[]): Promise<void> {
  const distinct = [...new Set(tagIds)]
  if (distinct.length === 0 || (await countExistingTags(sql, account.id, distinct)) === distinct.length)
    return
  throw new Failure('tag_not_found', { param: 'tagIds' })
}

/** False if nothing changed. */
async function applyChange(
  { sql, account, now }: Context,
  owner: Owner,
  before: NoticeChoice | undefined,
  { kind, frequency, tagIds = before?.tagIds ?? null }: Wanted,
): Promise<boolean> {
  if (frequency === 'off') return (await removeChoices(sql, owner, [kind])).length > 0
  if (before?.frequency === frequency && isSame(before.tagIds, tagIds)) return false
  const zone = account.preferences.timezone ?? 'UTC'
  const next = frequency === 'atOnce' ? null : nextDigestAt(now(), zone, frequency).toISOString()
  await writeChoice(sql, owner, {
    kind,
    frequency,
    tagIds,
    seq: before?.seq ?? (await findNewestSeq(sql, account.id)),
    digestDueAt: before?.frequency === frequency ? before.digestDueAt : next,
  })
  return true
}

function isSame(left: readonly string[] | null, right: readonly string[] | null): boolean {
  if (left === null || right === null) return left === right
  return left.length === right.length && left.every((id) => right.includes(id))
}

async function readNotices({ sql }: Context, owner: Owner): Promise<MemberNotices> {
  const choices = new Map((await listChoices(sql, owner)).map((choice) => [choice.kind, choice]))
  const shown = (kind: NoticeKind): MemberNotices[NoticeKind] => {
    if (!mayBeNotified(owner.role, kind)) return null
    const { frequency = 'off', tagIds = null, digestDueAt = null } = choices.get(kind) ?? {}
    return { frequency, tagIds, nextDigestAt: digestDueAt && new Date(digestDueAt).toISOString() }
  }
  return {
    email: owner.email,
    completed: shown('completed'),
    inviteFailed: shown('inviteFailed'),
    erasureRequested: shown('erasureRequested'),
  }
}
