import type { Scope } from '../../contract/scope.ts'

/**
 * Which grants are meant; every field that is given must fit. At least one is, so that nothing can mean all grants
 * of the installation by being left out.
 */
export type GrantSelection = Partial<Fields> & AtLeastOne<Fields> & { withAnyOf?: readonly Scope[] }

type Fields = {
  grantId: string
  accountId: string
  /** The zone in which the account lives: only together with it does an id from there mean one account. */
  region: string
  personId: string
  memberId: string
  clientId: string
}

type AtLeastOne<T> = { [K in keyof T]: Pick<T, K> }[keyof T]

/** The selection as SQL, whose values stand behind those given. */
export function grantConditions(
  selection: GrantSelection,
  before: readonly unknown[],
): { conditions: string; values: unknown[] } {
  const values = [...before]
  const conditions: string[] = []
  for (const [field, column] of Object.entries(columns)) {
    const value = selection[field as keyof Fields]
    if (value !== undefined) conditions.push(`${column} = $${values.push(value)}`)
  }
  if (conditions.length === 0) throw new TypeError('A selection of grants must name something')
  if (selection.withAnyOf) conditions.push(`scopes && $${values.push(selection.withAnyOf)}`)
  return { conditions: conditions.join(' and '), values }
}

const columns: Record<keyof Fields, string> = {
  grantId: 'id',
  accountId: 'account_id',
  region: 'region',
  personId: 'person_id',
  memberId: 'member_id',
  clientId: 'client_id',
}
