import type { NationalFault } from '../../src/lists/number-plans.ts'
import type { CommandLine } from './command-line.ts'
import { UsageError } from './failure.ts'
import { printable } from './printable.ts'

/** The country of phone numbers that don't name theirs. */
export type Country = {
  /** Two letters of ISO 3166. */
  code: string
  callingCode: string
  /** A number without a country code in E.164 form; undefined if the country has no such number. */
  readNational: (text: string) => string | undefined
  /** What is wrong with a number that the country doesn't have: “it has a digit too few for DE”. */
  problemOf: (text: string) => string
}

/** What `--country` names; undefined without it. Fails as `UsageError`. */
export async function countryOf(line: CommandLine): Promise<Country | undefined> {
  const given = line.text('country')
  if (given === undefined) return undefined
  // The numbering plans of all countries are half of this program, and few lines need them.
  const { callingCode, countries, nationalFault, readNational } = await import(
    '../../src/lists/number-plans.ts'
  )
  const code = given.toUpperCase()
  if (!countries.includes(code)) {
    throw new UsageError(
      printable(`"${given}" is no country. --country takes two letters of ISO 3166, such as DE, GB or US.`),
    )
  }
  return {
    code,
    callingCode: callingCode(code),
    readNational: (text) => readNational(text, code),
    problemOf: (text) => problemText(nationalFault(text, code), code),
  }
}

function problemText(fault: NationalFault, code: string): string {
  if (fault.kind === 'other') return `it is no phone number of ${code}`
  const digits = fault.digits === 1 ? 'a digit' : `${fault.digits} digits`
  return `it has ${digits} too ${fault.kind === 'short' ? 'few' : 'many'} for ${code}`
}
