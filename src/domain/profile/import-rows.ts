import { z } from 'zod'
import { ConsumerKey, EmailAddress, LocaleCode, PersonName, PhoneNumber } from '../../contract/shapes.ts'
import { Label, labelKey } from '../tag/model.ts'

/** A row as sent: text that someone typed or pasted. */
export type SentRow = {
  email?: string | undefined
  phone?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  locale?: string | undefined
  customId?: string | undefined
  tags?: readonly string[] | undefined
}

export type ReadRow = {
  email?: string | undefined
  phone?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  locale?: string | undefined
  customId?: string | undefined
  /** Labels, each once. */
  tags?: readonly string[] | undefined
}

/** What is wrong with a row: the field, and how to fix it. */
export type RowError = { param: string; message: string }

/** What the row with this number says as well; undefined for the first. */
export type Repetition = { sameAs: number; field: 'email' | 'phone' | 'customId' }

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
    .transform((text) => dialedNumber(text) || undefined)
    .pipe(PhoneNumber.optional())
    .optional(),
  firstName: optional(PersonName.transform((name) => name || null)),
  lastName: optional(PersonName.transform((name) => name || null)),
  locale: optional(LocaleCode),
  customId: optional(ConsumerKey),
  tags: z
    .array(z.string())
    .transform((labels) => labels.filter((label) => label.trim() !== ''))
    .pipe(z.array(Label))
    .optional(),
})

/** Validates a row by the same rules as a single profile, and reports the first error. */
export function readRow(sent: SentRow): { row: ReadRow } | { error: RowError } {
  const read = Row.safeParse(sent)
  if (!read.success) {
    const [issue] = read.error.issues
    const param = String(issue?.path[0] ?? '')
    return { error: { param, message: `${param} ${issue?.message ?? 'cannot be read'}.` } }
  }
  const { tags, ...texts } = read.data
  const row: ReadRow = Object.fromEntries(
    Object.entries(texts).filter(([, value]) => value !== undefined && value !== null),
  )
  if (tags && tags.length > 0) row.tags = distinctLabels(tags)
  if (!row.email && !row.phone && !row.customId) return { error: addressMissing }
  return { row }
}

/**
 * Numbers are pasted with separators, which are ignored. In “+49 (0)151” the zero is only dialed within the country, and
 * with it the number would be another one.
 */
function dialedNumber(text: string): string {
  const plain = text.replace(/[\s.\-/]/g, '').replace(/^00/, '+')
  return (plain.startsWith('+') ? plain.replace('(0)', '') : plain).replace(/[()]/g, '')
}

export const addressMissing: RowError = {
  param: 'email',
  message: 'An email address or a phone number is required.',
}

function distinctLabels(labels: readonly string[]): string[] {
  return [...new Map(labels.map((label) => [labelKey(label), label])).values()]
}

/**
 * For each row the first row (from 1) with the same email, phone or key, and the field they share; undefined for the
 * first.
 */
export function findRepeatedRows(rows: readonly (ReadRow | undefined)[]): (Repetition | undefined)[] {
  const first = new Map<string, number>()
  return rows.map((row, place) => {
    const keys = (['email', 'phone', 'customId'] as const).flatMap((field) =>
      row?.[field] === undefined ? [] : [{ field, key: `${field} ${row[field]}` }],
    )
    const shared = keys.find(({ key }) => first.has(key))
    const sameAs = shared && first.get(shared.key)
    for (const { key } of keys) if (!first.has(key)) first.set(key, sameAs ?? place + 1)
    return shared && sameAs !== undefined ? { sameAs, field: shared.field } : undefined
  })
}
