import { z } from 'zod'
import { isInsecureRemote } from './config-addresses.ts'

/** The language model of the installation, for accounts that enable it. */
export type DebriefModelConfig = {
  /** Base URL of an OpenAI-compatible API, such as `https://models.example.com/v1`. */
  url: string
  name: string
  /** Sent as a bearer token; undefined if the API needs none. */
  key: string | undefined
  /** Debriefs per account and day. */
  dailyBudget: number
  /** For writing one debrief, including the second attempt. */
  deadlineSeconds: number
}

/** The variables of the language model. `environment.ts` has all others. */
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
  // Characters that are invalid in a header would break every call. The message doesn't repeat the value.
  DEBRIEF_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be letters, digits and signs without spaces')
    .optional(),
  DEBRIEF_BUDGET: whole('must be a whole number from 0 to 1000000', [0, 1_000_000], 200),
  DEBRIEF_DEADLINE_SECONDS: whole('must be a whole number of seconds from 5 to 55', [5, 55], 45),
}

type Values = z.output<z.ZodObject<typeof debriefVariables>>

/** Combines the variables. A model needs both a URL and a name. */
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

/** Results and the key are sent unencrypted only within this machine or a private network. */
function isSafe(text: string): boolean {
  return !URL.canParse(text) || (/^https?:/i.test(text) && !isInsecureRemote(text))
}

function whole(error: string, [min, max]: readonly [number, number], defaultValue: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
    .default(defaultValue)
}
