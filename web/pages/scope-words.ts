import type { ScopeName } from '../views/app-view.ts'
import type { MessageKey } from '../views/page-view.ts'

/** How a scope is told: its name, what it means, and what it can do to others when that is more than it seems. */
type Words = { name: MessageKey; text: MessageKey; risk?: MessageKey }

export const scopeWords: Record<ScopeName, Words> = {
  'profiles:read': { name: 'scope.profilesRead', text: 'scope.profilesReadText' },
  'account:read': { name: 'scope.accountRead', text: 'scope.accountReadText' },
  'tags:manage': { name: 'scope.tagsManage', text: 'scope.tagsManageText' },
  'profiles:write': {
    name: 'scope.profilesWrite',
    text: 'scope.profilesWriteText',
    risk: 'scope.profilesWriteRisk',
  },
  'account:write': { name: 'scope.accountWrite', text: 'scope.accountWriteText' },
}

/** Reading first, then changing, the harmless before what reaches people or the account. */
export const scopeGroups = [
  { title: 'consent.read', scopes: ['profiles:read', 'account:read'] },
  { title: 'consent.change', scopes: ['tags:manage', 'profiles:write', 'account:write'] },
] as const satisfies readonly { title: MessageKey; scopes: readonly ScopeName[] }[]
