import { type Locale, locales } from '../../contract/locale.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { EmailAddress, PersonName } from '../../contract/shapes.ts'
import type { ShareField, ShareView } from '../views/link-view.ts'

/** The form of a share link: values as typed, and the operation's input. */
export type SelfEnrollmentForm = {
  values: Partial<Record<ShareField, string>>
  /** Missing if everything is valid. */
  problems?: NonNullable<ShareView['problems']>
  input: {
    firstName: string
    lastName?: string
    email?: string
    once?: string
    /** The language in which the form was shown, and the version of its agreement. */
    locale?: Locale
    version?: string
  }
}

/**
 * Parses the form and reports all errors together. The gate validates again with the same shapes. Empty fields count as
 * missing.
 */
export function parseSelfEnrollmentForm(form: URLSearchParams): SelfEnrollmentForm {
  const values = { firstName: readField(form, 'firstName'), lastName: readField(form, 'lastName') }
  const email = readField(form, 'email')
  const problems = {
    ...fieldProblem('firstName', values.firstName === '' ? 'missing' : nameProblem(values.firstName)),
    ...fieldProblem('lastName', nameProblem(values.lastName)),
    ...fieldProblem(
      'email',
      email === '' || EmailAddress.safeParse(email).success ? undefined : 'unreadable',
    ),
  }
  const once = form.get('once') ?? ''
  const locale = locales.find((one) => one === form.get('locale'))
  const version = form.get('version')
  return {
    values: { ...values, email },
    ...(Object.keys(problems).length > 0 ? { problems } : {}),
    input: {
      firstName: values.firstName,
      ...pickDefined({
        lastName: values.lastName || undefined,
        email: email || undefined,
        once: /^[\w-]{22}$/.test(once) ? once : undefined,
        locale,
        version: version || undefined,
      }),
    },
  }
}

/** Cut far beyond the allowed length, so that a page that shows it again stays small. */
function readField(form: URLSearchParams, field: ShareField): string {
  return (form.get(field) ?? '').trim().slice(0, 500)
}

function nameProblem(name: string) {
  const parsed = PersonName.safeParse(name)
  // Invisible characters are removed, and may have been all there was.
  if (parsed.success) return name !== '' && parsed.data === '' ? ('unreadable' as const) : undefined
  return name.length > 100 ? ('tooLong' as const) : ('unreadable' as const)
}

function fieldProblem<P>(field: ShareField, problem: P | undefined) {
  return problem === undefined ? {} : { [field]: problem }
}
