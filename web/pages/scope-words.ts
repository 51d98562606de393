import type { ScopeName } from '../../src/http/views/app-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'

/** The words of a scope: name, meaning, and effect on others if it is more than it seems. */
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

/** Read scopes first, then write scopes, harmless ones before those that affect people or the account. */
export const scopeGroups = [
  { title: 'consent.read', scopes: ['profiles:read', 'account:read'] },
  { title: 'consent.change', scopes: ['tags:manage', 'profiles:write', 'account:write'] },
] as const satisfies readonly { title: MessageKey; scopes: readonly ScopeName[] }[]
