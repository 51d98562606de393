import type { SecretKey } from '../contract/secret-key.ts'
import { sealedColumns } from './reseal.ts'

/** One row of a table, its values as the server writes them. */
export type TextRow = { table: string; columns: readonly string[]; row: readonly (string | null)[] }

/** The row with its sealed values opened, to seal them again under the key of another installation. */
export function openRow(secretKey: SecretKey, textRow: TextRow): (string | null)[] {
  return eachSealed(textRow, (value, context) => secretKey.unseal(value, context))
}

/** The reverse of `openRow`. */
export function sealRow(secretKey: SecretKey, textRow: TextRow): (string | null)[] {
  return eachSealed(textRow, (value, context) => secretKey.seal(value, context))
}

type Context = Parameters<SecretKey['seal']>[1]

function eachSealed(
  { table, columns, row }: TextRow,
  change: (value: Buffer, context: Context) => Buffer,
): (string | null)[] {
  const changed = [...row]
  const byName = Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]))
  for (const sealed of Object.values(sealedColumns)) {
    const value = sealed.table === table ? byName[sealed.column] : null
    if (!value) continue
    const bytes = Buffer.from(value.slice(2), 'hex')
    changed[columns.indexOf(sealed.column)] = `\\x${change(bytes, sealed.contextOf(byName)).toString('hex')}`
  }
  return changed
}
