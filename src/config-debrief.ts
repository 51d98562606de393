import { z } from 'zod'
import { isInsecureRemote } from './config-addresses.ts'

/** The language model of the installation, for the accounts that choose it. */
export type DebriefModelConfig = {
  /** Base address as clients of the protocol take it: `https://models.example.com/v1`. */
  url: string
  name: string
  /** Sent as a bearer token; undefined where the model asks for none. */
  key: string | undefined
  /** Debriefs by the model that one account may have written in a day. */
  dailyBudget: number
  /** For the whole of writing, with its second try. */
  deadlineSeconds: number
}

/** The keys of the language model; a form and a default each, as `environment.ts` has them for all others. */
export const debriefVariables = {
  DEBRIEF_URL: z
    .string()
    .refine(URL.canParse, 'must be an address such as https://models.example.com/v1')
    .refine((text) => !/[?#@]/.test(text), 'must have no query, no fragment and no user in it')
    .refine(isSafe, 'must be https://… (http:// within this machine or a private network only)')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  DEBRIEF_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, 'must be the name of a model, without spaces')
    .optional(),
  // What cannot stand in a header would break every call; no message says what was given.
  DEBRIEF_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be letters, digits and signs without spaces')
    .optional(),
  DEBRIEF_BUDGET: whole('must be a whole number from 0 to 1000000', [0, 1_000_000], 200),
  DEBRIEF_DEADLINE_SECONDS: whole('must be a whole number of seconds from 5 to 55', [5, 55], 45),
}

type Values = z.output<z.ZodObject<typeof debriefVariables>>

/** What the keys mean together: no model without an address, and no half of one. */
export function readDebriefConfig(values: Values, problems: string[]): DebriefModelConfig | undefined {
  const { DEBRIEF_URL: url, DEBRIEF_MODEL: name, DEBRIEF_KEY: key } = values
  if (url !== undefined && name !== undefined) {
    const dailyBudget = values.DEBRIEF_BUDGET
    return { url, name, key, dailyBudget, deadlineSeconds: values.DEBRIEF_DEADLINE_SECONDS }
  }
  if (url !== undefined) problems.push('DEBRIEF_MODEL: is required with DEBRIEF_URL')
  else if (name !== undefined) problems.push('DEBRIEF_MODEL: has no effect without DEBRIEF_URL')
  else if (key !== undefined) problems.push('DEBRIEF_KEY: has no effect without DEBRIEF_URL')
  return undefined
}

/** Results of people and the key travel unencrypted only where nobody else listens. */
function isSafe(text: string): boolean {
  return !URL.canParse(text) || (/^https?:/i.test(text) && !isInsecureRemote(text))
}

function whole(error: string, [least, most]: readonly [number, number], standard: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= most, error)
    .default(standard)
}
