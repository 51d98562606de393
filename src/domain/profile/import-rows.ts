import { z } from 'zod'
import { EmailAddress, LocaleCode, PersonName, PhoneNumber } from '../../contract/shapes.ts'

/** A row as sent: text that someone typed or pasted. */
export type SentRow = {
  email?: string | undefined
  phone?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  locale?: string | undefined
}

export type ReadRow = {
  email?: string | undefined
  phone?: string | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  locale?: string | undefined
}

/** What is wrong with a row: the field, and how to fix it. */
export type RowError = { param: string; message: string }

const optional = <Shape extends z.ZodType<string | null, string>>(shape: Shape) =>
  z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(shape.optional())
    .optional()

const Row = z.object({
  email: optional(EmailAddress),
  phone: z
    .string()
    // Numbers are pasted with separators, which are ignored.
    .transform((text) => text.replace(/[\s().\-/]/g, '').replace(/^00/, '+') || undefined)
    .pipe(PhoneNumber.optional())
    .optional(),
  firstName: optional(PersonName),
  lastName: optional(PersonName),
  locale: optional(LocaleCode),
})

/** Validates a row by the same rules as a single profile, and reports the first error. */
export function readRow(sent: SentRow): { row: ReadRow } | { error: RowError } {
  const read = Row.safeParse(sent)
  if (!read.success) {
    const [issue] = read.error.issues
    const param = String(issue?.path[0] ?? '')
    return { error: { param, message: `${param} ${issue?.message ?? 'cannot be read'}.` } }
  }
  const row = Object.fromEntries(
    Object.entries(read.data).filter(([, value]) => value !== undefined),
  ) as ReadRow
  if (!row.email && !row.phone) {
    return { error: { param: 'email', message: 'An email address or a phone number is required.' } }
  }
  return { row }
}

/** For each row the number of the first row (from 1) with the same email or phone; undefined for the first. */
export function findRepeatedRows(rows: readonly (ReadRow | undefined)[]): (number | undefined)[] {
  const first = new Map<string, number>()
  return rows.map((row, place) => {
    const keys = [row?.email, row?.phone].filter((key) => key !== undefined)
    const firstRow = keys.map((key) => first.get(key)).find((number) => number !== undefined)
    for (const key of keys) if (!first.has(key)) first.set(key, firstRow ?? place + 1)
    return firstRow
  })
}
