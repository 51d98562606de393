/**
 * Whether the statements of a migration run one by one outside of a transaction, and once more after a kill: its first
 * line is `-- concurrently`.
 */
export function runsConcurrently(text: string): boolean {
  return /^-- concurrently\n/.test(text)
}

/**
 * For a migration whose first line is `-- contracts: NNNN`, because it removes what older versions use: the number of
 * the newest migration that a version must have to work with it.
 */
export function oldestServed(text: string): string | undefined {
  return /^-- contracts: (\d{4})\n/.exec(text)?.[1]
}

/** The statements of a migration that runs concurrently. Each ends with a semicolon at the end of a line. */
export function statementsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('--'))
  return lines
    .join('\n')
    .split(/;\n|;$/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** The index that `create [unique] index concurrently if not exists NAME` makes, if the statement is one. */
export function builtIndex(statement: string): string | undefined {
  return /^create (?:unique )?index concurrently if not exists ([a-z_][a-z0-9_]*) on /.exec(statement)?.[1]
}

/** The policy that `create policy NAME on TABLE` makes, if the statement is one. */
export function createdPolicy(statement: string): { name: string; table: string } | undefined {
  const [, name, table] = /^create policy ([a-z_][a-z0-9_]*) on ([a-z_][a-z0-9_]*)\s/.exec(statement) ?? []
  return name && table ? { name, table } : undefined
}

/** Whether the statement is `alter policy coaches on TABLE`. It can be repeated. */
export function changesCoachPolicy(statement: string): boolean {
  return /^alter policy coaches on [a-z_][a-z0-9_]*\s/.test(statement)
}
