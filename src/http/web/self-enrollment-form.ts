import type { ShareField, ShareView } from '../../../web/pages/link-view.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import { EmailAddress, PersonName } from '../../contract/shapes.ts'

/** What somebody typed into the form of a shareable link, as it came and as the operation takes it. */
export type SelfEnrollmentForm = {
  values: Partial<Record<ShareField, string>>
  /** Left out when everything can be taken. */
  problems?: NonNullable<ShareView['problems']>
  input: {
    firstName: string
    lastName?: string
    email?: string
    once?: string
    /** The language in which the form was shown, and the version of the agreement that stood on it. */
    locale?: Locale
    version?: string
  }
}

/**
 * Reads the form and finds everything that is wrong with it at once; the gate checks again by the same shapes. A
 * field that was left empty was not given.
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
      ...(values.lastName ? { lastName: values.lastName } : {}),
      ...(email ? { email } : {}),
      ...(/^[\w-]{22}$/.test(once) ? { once } : {}),
      ...(locale ? { locale } : {}),
      ...(version ? { version } : {}),
    },
  }
}

/** Cut far beyond what a field may hold, so that a page that shows it again stays small. */
function readField(form: URLSearchParams, field: ShareField): string {
  return (form.get(field) ?? '').trim().slice(0, 500)
}

function nameProblem(name: string) {
  const read = PersonName.safeParse(name)
  // Marks that nobody sees are taken away, and may have been all there was.
  if (read.success) return name !== '' && read.data === '' ? ('unreadable' as const) : undefined
  return name.length > 100 ? ('tooLong' as const) : ('unreadable' as const)
}

function fieldProblem<P>(field: ShareField, problem: P | undefined) {
  return problem === undefined ? {} : { [field]: problem }
}
