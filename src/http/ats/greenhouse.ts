import { invalid } from '../../contract/failure.ts'
import { type Door, type DoorCall, nameOf, objectOf, recruiterSentence, statusFor, textOf } from './door.ts'
import { partnerStatus } from './greenhouse-status.ts'

/** Greenhouse: developers.greenhouse.io/assessment.html. It names 401 and 404, and nothing else. */
export const greenhouse: Door = {
  provider: 'greenhouse',
  calls: {
    'GET list_tests': listTests,
    'POST send_test': sendTest,
    'GET test_status': testStatus,
    'POST response_error': responseError,
  },
  refusal: (failure) => ({
    status: statusFor(failure, { billing: 400, conflict: 400, forbidden: 400, paused: 400 }),
    body: { errors: [{ message: recruiterSentence(failure) }] },
  }),
}

async function listTests({ perform }: DoorCall): Promise<object> {
  const packages = await perform('listPackages', {})
  return packages.map(({ id, name }) => ({ partner_test_id: id, partner_test_name: name }))
}

/** The same `url` is the same order. We send the email. */
async function sendTest({ name, body, perform }: DoorCall): Promise<object> {
  const candidate = objectOf(body, 'candidate')
  const id = candidateIdOf(textOf(candidate, 'greenhouse_profile_url') ?? '')
  const url = textOf(body, 'url') ?? ''
  if (url === '') throw invalid('url is required.', { param: 'url' })
  const { reference } = await perform('placeAtsOrder', {
    call: name,
    packageId: textOf(body, 'partner_test_id') ?? '',
    person: {
      email: textOf(candidate, 'email') ?? '',
      firstName: nameOf(candidate, 'preferred_name', 'first_name'),
      lastName: nameOf(candidate, 'last_name'),
      ...(id && { customId: `greenhouse:${id}` }),
    },
    orderKey: url,
    ...(id && { externalRef: id }),
    callbackUrl: url,
  })
  return { partner_interview_id: reference }
}

/** The candidate's number in an address such as `https://app.greenhouse.io/people/17681532?application_id=26234709`. */
function candidateIdOf(profileUrl: string): string | undefined {
  return /\/people\/(\d{1,20})(?:[/?#]|$)/.exec(profileUrl)?.[1]
}

/** No score: a behavioral profile has none. The profile's address asks strangers to sign in. */
async function testStatus({ query, perform }: DoorCall): Promise<object> {
  const reference = query.get('partner_interview_id') ?? ''
  const order = await perform('readAtsOrder', { reference })
  const labels = order.sharesLabels ? await perform('readAtsLabels', { reference }, ['profiles:read']) : []
  return {
    partner_status: partnerStatus[order.state],
    ...(order.state === 'completed' && { partner_profile_url: order.profileUrl }),
    metadata: {
      ...(order.startedAt && { Started: order.startedAt }),
      ...(order.completedAt && { Completed: order.completedAt }),
      Assessments: order.assessmentIds.map((one) => assessmentNames[one]).join(', '),
      ...Object.fromEntries(labels.map(({ name, value }) => [name, value])),
    },
  }
}

const assessmentNames = { disc: 'DISC', focus: 'Focus', core: 'Core' } as const

/** Greenhouse tells what it did not like about an answer of ours: a line in the log of the connection. */
async function responseError({ body, perform }: DoorCall): Promise<object> {
  const errors = Array.isArray(body.errors) ? body.errors.map(String).join('; ') : ''
  const interview = textOf(body, 'partner_interview_id')
  await perform('noteAtsProblem', {
    call: `response_error ${textOf(body, 'api_call') ?? ''}`.trim().slice(0, 100),
    status: null,
    message: errors.slice(0, 4_000),
    ...(interview && { reference: interview.slice(0, 100) }),
  })
  return { status: 200 }
}
