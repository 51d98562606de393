import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { guessLocale, locales } from './locale.ts'

/** A public identifier: 24 lower-case hex characters. */
export const PublicId = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'is not a valid id: use 24 lower-case hex characters')
  .meta({
    description: 'An identifier: 24 lower-case hex characters.',
    examples: ['6920318e4b1a0c7d2e8f5a63'],
  })

export const AssessmentId = z
  .enum(['disc', 'focus', 'core'])
  .meta({ description: 'An assessment.', examples: ['disc'] })
export type AssessmentId = z.output<typeof AssessmentId>

/** All assessments in the order in which people take them. */
export const assessmentIds: readonly AssessmentId[] = AssessmentId.options

export const LocaleCode = z
  .enum(locales, { error: ({ input }) => unknownLocale(input) })
  .meta({ description: 'Language of texts and emails.', examples: ['en'] })

function unknownLocale(input: unknown): string {
  const meant = typeof input === 'string' ? guessLocale(input) : undefined
  return `is not a known locale: use ${meant ? `${meant}, or ` : ''}one of ${locales.join(', ')}`
}

/** A time in API responses: ISO 8601 in UTC. */
export const Timestamp = z.iso
  .datetime()
  .meta({ description: 'Time in UTC, ISO 8601.', examples: ['2026-11-21T09:00:00.000Z'] })

/** A time in API requests: ISO 8601 with a time zone; a date alone means midnight UTC. */
export const TimeInput = z
  .string()
  .max(40)
  .regex(
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/,
    'is not an ISO 8601 date-time with a zone, such as 2026-11-21T09:00:00Z',
  )
  .meta({
    description: 'Time with its time zone, ISO 8601. A date alone means midnight UTC.',
    examples: ['2026-11-21T09:00:00Z'],
  })
  .transform((text, context) => {
    const time = new Date(text)
    const year = Number(text.slice(0, 4))
    // JavaScript turns 30 February into 2 March.
    const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
    const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
    if (Number.isNaN(time.getTime()) || !isDay || year < 1900) {
      context.addIssue({ code: 'custom', message: 'is not a date that exists after the year 1900' })
      return z.NEVER
    }
    return time.toISOString()
  })

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * An email address, normalized so that equal addresses are equal text: composed, lower case, the domain in ASCII.
 * Quoted local parts, comments and address literals are refused; real mailboxes don't use them.
 */
export const EmailAddress = z
  .string()
  .max(254, 'is too long: an email address has at most 254 characters')
  .meta({ description: 'Email address, stored in lower case.', examples: ['ada@example.com'] })
  .transform((text, context) => {
    const folded = foldEmail(text)
    if (folded) return folded
    context.addIssue({ code: 'custom', message: 'is not an email address such as ada@example.com' })
    return z.NEVER
  })

function foldEmail(text: string): string | undefined {
  const trimmed = text.normalize('NFC').trim().toLowerCase()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const domain = at > 0 ? domainToASCII(trimmed.slice(at + 1)) : ''
  if (local.length > 64 || !localPart.test(local) || !domainName.test(domain)) return undefined
  // The ASCII form of a domain can be longer than the input.
  return local.length + domain.length < 254 ? `${local}@${domain}` : undefined
}

/** A phone number in E.164: a plus sign and 7 to 15 digits, the first of them not zero. */
export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9][0-9]{6,14}$/, 'is not a phone number in E.164 form, such as +4915112345678')
  .meta({ description: 'Phone number in E.164 form.', examples: ['+4915112345678'] })

/**
 * Invisible characters and those that change the text direction; removed from names, so that they can't mislead on
 * pages.
 */
export const invisibleCharacters = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * Normalizes one line of text: composed, without hidden characters, trimmed. Refuses control characters and line
 * breaks.
 */
export function readableLine(text: string, context: z.RefinementCtx): string {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) {
    context.addIssue({ code: 'custom', message: 'must not contain control characters or line breaks' })
    return z.NEVER
  }
  return text.normalize('NFC').replace(invisibleCharacters, '').trim()
}

/** A line that has text, such as a name that emails show. */
export function filledLine(
  maxLength: number,
  {
    description,
    example,
    whenEmpty = 'must not be empty',
  }: {
    description: string
    example: string
    whenEmpty?: string
  },
) {
  return z
    .string()
    .max(maxLength, `is too long: at most ${maxLength} characters`)
    .meta({ description, examples: [example] })
    .transform((text, context) => {
      const cleaned = readableLine(text, context)
      if (cleaned === '') context.addIssue({ code: 'custom', message: whenEmpty })
      return cleaned
    })
}

export const PersonName = z
  .string()
  .max(100, 'is too long: at most 100 characters')
  .meta({ description: 'Name on one line. Leading and trailing blanks are removed.', examples: ['Ada'] })
  .transform(readableLine)

/** A caller's own key: kept byte for byte, so that two keys are equal only if they are the same text. */
export const ConsumerKey = z
  .string()
  .min(1, 'must not be empty')
  .max(255, 'is too long: at most 255 characters')
  .meta({ description: 'Your own key, stored exactly as sent.', examples: ['crm-4711'] })

const pageNumber = z
  .int('must be a whole number')
  .min(1, 'starts at 1')
  .max(1_000_000, 'is too large: at most 1000000')
const pageNotes = {
  description: 'Page number, starting at 1. A page after the last one is empty.',
  examples: [1],
}

export const PageNumber = pageNumber.default(1).meta(pageNotes)

/** For lists that also page by cursor: whether a page was sent must be known. */
export const OptionalPageNumber = pageNumber.optional().meta({ ...pageNotes, default: 1 })

export const PageSize = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(100, 'must be at most 100')
  .default(10)
  .meta({ description: 'Entries per page.', examples: [20] })

/** A list of ids from a caller; duplicates are removed. */
export function idList(most: number) {
  return distinct(manyIds(most))
}

/** The same, if an empty list would be meaningless. */
export function nonEmptyIdList(most: number) {
  return distinct(manyIds(most).min(1, 'must name at least one id'))
}

function manyIds(most: number) {
  return z
    .array(PublicId)
    .max(most, `has too many ids: at most ${most}`)
    .meta({
      description: `Up to ${most} ids. Duplicates count once.`,
      examples: [['6920318e4b1a0c7d2e8f5a63']],
    })
}

function distinct(ids: ReturnType<typeof manyIds>) {
  return ids.transform((values) => [...new Set(values)])
}
