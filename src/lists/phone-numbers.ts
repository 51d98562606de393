/** Why a number can't be sent to: it has no country code, or it is no number. */
export type PhoneFault = 'country' | 'unreadable'

/** The number as the API reads it: the zero of “+49 (0)151” is only dialed within the country. */
export function dialedNumber(text: string): string {
  const number = text.replace(/[\s.\-/]/g, '').replace(/^00/, '+')
  return (number.startsWith('+') ? number.replace('(0)', '') : number).replace(/[()]/g, '')
}

export function phoneFault(text: string): PhoneFault | undefined {
  const number = dialedNumber(text)
  if (/^\+[1-9]\d{6,14}$/.test(number)) return undefined
  return /^\d{5,15}$/.test(number) ? 'country' : 'unreadable'
}

/** Without `tel:`, and with plain hyphens: word processors put others into numbers. */
export function plainNumber(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^tel[.:]+/i, '')
    .trim()
}

/** Whether a cell looks like a phone number, with or without its country code, and not like a date or another number. */
export function looksLikePhone(cell: string): boolean {
  const text = plainNumber(cell.trim().replace(/^'/, ''))
  if (!/^\+?[\d\s().\-/]+$/.test(text) || aDate.test(text)) return false
  const digits = text.replace(/\D/g, '')
  if (digits.length < 8 || digits.length > 15) return false
  if (/^(?:\+|\(?00[1-9]|\(?0[1-9])/.test(text)) return digits.length >= 9 || /\D/.test(text.slice(1))
  // “555-123-4567” and “(555) 123-4567”: numbers of people, money or orders have no such groups.
  return /^\(?\d{2,4}\)?[\s.\-/]+\d{2,4}(?:[\s.\-/]+\d{2,4})+$/.test(text) && digits.length >= 9
}

const aDate =
  /^\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d(?=$|\s)|^(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}(?=$|[\sT])/
