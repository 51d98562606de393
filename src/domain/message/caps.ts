/** What messages are counted by; the word stands in the table too. */
export type CapKind = 'number' | 'range' | 'account' | 'address' | 'sign-in' | 'sign-in-elsewhere'

/**
 * Messages a day (in UTC) at most. The first three bound what text messages can cost, and hold whatever else is
 * switched off: who earns from a number or has rented a range of them invents people who live there (toll fraud).
 */
export const dailyCaps: Readonly<Record<CapKind, number>> = {
  /** Nobody needs more than five links in one day; over all accounts. */
  number: 5,
  /** Neighbours by chance are few, rented numbers are neighbours by the thousand; over all accounts. */
  range: 20,
  /** What a stolen secret can spend in a day: five hundred times the price of a text message. */
  account: 500,
  /** Letters to one address, over all accounts, so that many accounts together cannot fill one mailbox. */
  address: 10,
  /** Codes for one address, from whatever browser. Those who sign in often need some more than those who are invited. */
  'sign-in': 30,
  /** Of these, from browsers in which the address never signed in: nobody else can use up what its owner needs. */
  'sign-in-elsewhere': 24,
}

/** The last digits that the numbers of one range differ in: ten thousand numbers. */
const rangeDigits = 4

/** The numbers that are rented and abused together. */
export function rangeOf(phone: string): string {
  return phone.slice(0, -rangeDigits)
}
