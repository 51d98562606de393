import type { Failure } from '../../contract/failure.ts'
import { type Door, type DoorCall, nameOf, objectOf, recruiterSentence, statusFor, textOf } from './door.ts'

/**
 * Ashby: developers.ashbyhq.com, "Creating an Assessments Integration". A refusal that a recruiter can mend is 422 with a
 * sentence, which Ashby shows; 409 says that the candidate is being assessed already.
 *
 * Unverified: how Ashby proves itself (Basic with our key is expected, Bearer accepted), and the form of other errors.
 */
export const ashby: Door = {
  provider: 'ashby',
  calls: {
    'POST assessment.list': list,
    'POST assessment.start': start,
    'POST assessment.cancel': cancelAssessment,
  },
  refusal: (failure, call) => ({
    status: statusOfRefusal(failure, call),
    body: { success: false, message: recruiterSentence(failure) },
  }),
}

function statusOfRefusal(failure: Failure, call: string): number {
  if (failure.code === 'order_exists') return 409
  if (call === 'assessment.start' && failure.kind === 'missing' && failure.code !== 'not_found') return 422
  const limited = failure.code === 'rate_limited' ? 429 : 422
  return statusFor(failure, {
    ...{ invalid: 422, billing: 422, conflict: 422, forbidden: 422, paused: 422 },
    limited,
  })
}

async function list({ perform }: DoorCall): Promise<object> {
  const packages = await perform('listPackages', {})
  const results = packages.map(({ id, name, description }) => ({ assessment_type_id: id, name, description }))
  return { success: true, results }
}

/** The same application and type is the same order while it is open. */
async function start({ name, body, perform }: DoorCall): Promise<object> {
  const candidate = objectOf(body, 'candidate')
  const application = textOf(objectOf(body, 'application'), 'ashby_id')
  const person = textOf(candidate, 'ashby_id')
  const packageId = textOf(body, 'assessment_type_id') ?? ''
  const { reference } = await perform('placeAtsOrder', {
    call: name,
    packageId,
    person: {
      email: textOf(candidate, 'email') ?? '',
      firstName: nameOf(candidate, 'first_name'),
      lastName: nameOf(candidate, 'last_name'),
      ...(person && { customId: `ashby:${person}`.slice(0, 255) }),
    },
    orderKey: `${application ?? ''} ${packageId}`.slice(0, 4_000),
    ...(application && { externalRef: application.slice(0, 200) }),
  })
  return { success: true, results: { assessment_id: reference } }
}

async function cancelAssessment({ name, body, perform }: DoorCall): Promise<object> {
  const { reference } = await perform('cancelAtsOrder', {
    call: name,
    reference: (textOf(body, 'assessment_id') ?? '').slice(0, 100),
  })
  return { success: true, results: { assessment_id: reference } }
}
