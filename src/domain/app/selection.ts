import type { Scope } from '../../contract/scope.ts'

/**
 * Selects grants by all given fields. At least one is required, so that omitting all can't select every grant of the
 * installation.
 */
export type GrantSelection = Partial<Fields> &
  AtLeastOne<Fields> & {
    withAnyOf?: readonly Scope[]
    memberIds?: readonly string[]
  }

type Fields = {
  grantId: string
  accountId: string
  /** The region of the account. Ids of another region are only meaningful together with it. */
  region: string
  personId: string
  memberId: string
  clientId: string
  /** The account whose identity provider had vouched for the person. */
  providerAccountId: string
}

type AtLeastOne<T> = { [K in keyof T]: Pick<T, K> }[keyof T]

/** The selection as SQL conditions; its values follow the given ones. */
export function grantConditions(
  selection: GrantSelection,
  precedingValues: readonly unknown[],
): { conditions: string; values: unknown[] } {
  const values = [...precedingValues]
  const conditions: string[] = []
  for (const [field, column] of Object.entries(columns)) {
    const value = selection[field as keyof Fields]
    if (value !== undefined) conditions.push(`${column} = $${values.push(value)}`)
  }
  if (conditions.length === 0) throw new TypeError('A selection of grants must name something')
  if (selection.withAnyOf) conditions.push(`scopes && $${values.push(selection.withAnyOf)}`)
  if (selection.memberIds) conditions.push(`member_id = any($${values.push(selection.memberIds)})`)
  return { conditions: conditions.join(' and '), values }
}

const columns: Record<keyof Fields, string> = {
  grantId: 'id',
  accountId: 'account_id',
  region: 'region',
  personId: 'person_id',
  memberId: 'member_id',
  clientId: 'client_id',
  providerAccountId: 'provider_account_id',
}
