/** What an operator may limit of an account. */
export const quotaNames = ['profiles', 'storageMegabytes', 'changesDaily', 'exportsHourly', 'apps'] as const

export type QuotaName = (typeof quotaNames)[number]

/** The limits of all accounts; what isn't there is unlimited. */
export type Quotas = Readonly<Partial<Record<QuotaName, number | undefined>>>

/** Where an account differs: a number, or null for no limit. */
export type AccountQuotas = Readonly<Partial<Record<QuotaName, number | null>>>

/** The limit of one account; undefined if there is none. */
export function quotaOf(
  name: QuotaName,
  account: { quotas?: AccountQuotas | null | undefined },
  installation: { quotas?: Quotas | undefined },
): number | undefined {
  const own = account.quotas?.[name]
  return own === undefined ? installation.quotas?.[name] : (own ?? undefined)
}

/**
 * The bytes of an account, as of a moment ago: its people with everything that belongs to them, its audit log and its
 * logo. `limitBytes` decides how old the figure may be: nearer to the limit it is measured more often.
 */
export type ReadStoredBytes<Sql> = (sql: Sql, accountId: string, limitBytes: number) => Promise<number>
