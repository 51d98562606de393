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
