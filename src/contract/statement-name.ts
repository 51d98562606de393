/** The verb and the first table of a statement, such as `select profile`. */
export function statementName(text: string): string {
  const [, verb = ''] = /^\s*([a-z]+)/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update|join)\s+([a-z_]+)/.exec(text) ?? []
  return `${verb} ${table}`.trim()
}
