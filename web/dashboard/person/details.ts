import type { Profile } from '../client/types.ts'
import type { LanguageCode } from '../words/languages.ts'

/** Editable fields of a person, as form values: missing is an empty string. */
export type Details = {
  firstName: string
  lastName: string
  email: string
  phone: string
  locale: LanguageCode | ''
}

type Named = Pick<Profile, keyof Details>

export function detailsOf({ firstName, lastName, email, phone, locale }: Named): Details {
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    phone: phone ?? '',
    locale: locale ?? '',
  }
}

/** The body of the PATCH: changed fields, null for cleared ones. Spaces inside a phone number are ignored. */
export function changedDetails(
  before: Named,
  after: Details,
): { [name in keyof Details]?: string | null } & {
  locale?: LanguageCode | null
} {
  const was = detailsOf(before)
  const is = { ...after, phone: after.phone.replace(/[\s().-]/g, '') }
  const changed = (Object.keys(was) as (keyof Details)[]).filter((name) => was[name] !== is[name].trim())
  return Object.fromEntries(changed.map((name) => [name, is[name].trim() || null]))
}
