import { fullName } from '../../contract/full-name.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { OutgoingEmail, Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import { memberNoticeLink } from '../message/opt-out.ts'
import { listNoticePeople, type NoticeRange } from './event-store.ts'
import { mayBeNotified } from './model.ts'
import { type NoticeSection, renderNoticeEmail } from './notice-email.ts'

type NoticeParts = {
  sql: Sql
  account: Account
  installation: Pick<InstallationConfig, 'publicUrl' | 'mail'>
}

/** People named in one section; the others are counted. */
const maxNames = 25

/**
 * The email about these ranges as it is now: people who were deleted meanwhile are not named, and of what the member's
 * role doesn't see there is nothing. Undefined if nothing is left.
 */
export async function composeNotice(
  { sql, account, installation }: NoticeParts,
  member: { id: string; email: string; role: Role },
  { ranges, isDigest }: { ranges: readonly NoticeRange[]; isDigest: boolean },
): Promise<OutgoingEmail | undefined> {
  const sections: NoticeSection[] = []
  for (const range of ranges.filter(({ kind }) => mayBeNotified(member.role, kind))) {
    const { total, people } = await listNoticePeople(sql, account.id, range, maxNames)
    const named = people.map((person) => ({ id: person.id, name: fullName(person) ?? '', at: person.at }))
    if (total > 0) sections.push({ kind: range.kind, total, people: named })
  }
  if (sections.length === 0) return undefined
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale: Locale = locales.find((one) => one === code) ?? 'en'
  const unsubscribe = memberNoticeLink(installation, { accountId: account.id, memberId: member.id })
  const content = renderNoticeEmail({
    sections,
    isDigest,
    locale,
    timezone,
    accountName: account.name,
    publicUrl: installation.publicUrl,
    unsubscribeLink: unsubscribe,
  })
  return { channel: 'email', to: member.email, ...content, fromName: 'Timbre', unsubscribe, locale }
}
