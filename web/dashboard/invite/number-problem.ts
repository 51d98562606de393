import type { NationalFault } from '../../../src/lists/number-plans.ts'
import { count, fill } from '../language/fill.ts'
import { words } from './words.ts'

/** Reads the numbers of one country. */
export type NationalReader = {
  /** The name of the country, in the page's language. */
  readonly country: string
  /** A number in E.164 form; undefined if the country has no such number. */
  read(text: string): string | undefined
  /** Why the country has no such number. */
  faultOf(text: string): NationalFault
}

/** What is wrong with a number that its country doesn't have: “a digit too few for Germany”. */
export function numberProblem(text: string, { country, faultOf }: NationalReader): string {
  const fault = faultOf(text)
  const { short, long, other } = words.problems.number
  if (fault.kind === 'other') return fill(other, { country })
  return count(fault.kind === 'short' ? short : long, fault.digits, { country })
}
