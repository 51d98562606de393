import { newPublicId } from '../../src/platform/ids.ts'
import type { Json, TestAccount } from './service.ts'
import { newEmail } from './test-rows.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** What a stand-in got back. */
export type AtsAnswer = { status: number; body: Json; headers: Headers; text: string }

type Connected = { id: string; key: string; addresses: { name: string; url: string }[] }

/** A new connection of this account, with its key. */
export async function connect(
  account: Pick<TestAccount, 'call'>,
  provider: 'greenhouse' | 'ashby' | 'scim',
  settings: object = {},
): Promise<Connected> {
  const { status, body, text } = await account.call('POST', '/connection', {
    provider,
    name: provider,
    ...settings,
  })
  if (status !== 201) throw new Error(`No connection was made: ${text}`)
  return body.connection
}

async function ask(
  method: string,
  url: string,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<AtsAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text ? JSON.parse(text) : undefined,
  }
}

/**
 * Greenhouse as its page describes it: it asks the four addresses with the key as user name, sends `null` for what has
 * no value and properties of its own, and asks for the status once the address of a test was called.
 */
export function greenhouseStandIn({ key, addresses }: Connected, receiver: WebhookReceiver) {
  const url = (name: string) => String(addresses.find((one) => one.name === name)?.url)
  const statuses: AtsAnswer[] = []
  const tests = new Map<string, string>()
  const testStatus = (id: string) =>
    ask('GET', `${url('test_status')}?partner_interview_id=${encodeURIComponent(id)}`, key)
  receiver.answer((request) => {
    const id = tests.get(request.path)
    if (request.method === 'PATCH' && id) void testStatus(id).then((answer) => statuses.push(answer))
    return 200
  })
  return {
    statuses,
    testStatus,
    listTests: () => ask('GET', url('list_tests'), key),
    /** The body of the documented request, for a new candidate and a new address. */
    testFor: (changes: Record<string, unknown> = {}, candidate: Record<string, unknown> = {}) => ({
      partner_test_id: 'all',
      candidate: {
        first_name: 'Ada',
        last_name: 'Osei',
        preferred_name: null,
        resume_url: 'https://files.example.com/resume.pdf',
        phone_number: '(212) 555-0100',
        email: newEmail(),
        greenhouse_profile_url: `https://app.greenhouse.io/people/${Math.floor(Math.random() * 1e9)}?application_id=26234709`,
        ...candidate,
      },
      sent_by: null,
      url: receiver.url(`/integrations/testing_partners/take_home_tests/${newPublicId()}`),
      a_property_of_later: { x: 1 },
      ...changes,
    }),
    async sendTest(body: { url: string }): Promise<AtsAnswer> {
      const answer = await ask('POST', url('send_test'), key, body)
      if (answer.status === 200) tests.set(new URL(body.url).pathname, answer.body.partner_interview_id)
      return answer
    },
    responseError: (body: object) => ask('POST', url('response_error'), key, body),
    ask,
    url,
  }
}

/** Ashby as its page describes it. It refuses a result without the profile's address, and times that don't rise. */
export function ashbyStandIn({ key, addresses }: Connected, receiver: WebhookReceiver) {
  const url = (name: string) => String(addresses.find((one) => one.name === name)?.url)
  const updates: Json[] = []
  const times = new Map<string, number>()
  receiver.answer((request) => {
    if (request.path !== '/assessment.update') return 404
    const body = JSON.parse(request.body)
    const isRising = body.timestamp > (times.get(body.assessment_id) ?? 0)
    const values = [
      body.assessment_status,
      body.assessment_result,
      body.cancelled_reason,
      ...(body.metadata ?? []),
    ]
    const areValues = values.filter(Boolean).every(isValue)
    if (!isRising || !areValues || (body.assessment_result && !isValue(body.assessment_profile_url)))
      return 400
    times.set(body.assessment_id, body.timestamp)
    updates.push(body)
    return 200
  })
  const candidate = newPublicId()
  return {
    updates,
    list: () => ask('POST', url('assessment.list'), key, {}),
    startFor: (changes: Record<string, unknown> = {}, person: Record<string, unknown> = {}) => ({
      assessment_type_id: 'all',
      candidate: {
        ashby_id: candidate,
        first_name: 'Ada',
        last_name: 'Osei',
        email: newEmail(),
        ashby_profile_url: 'https://app.ashbyhq.com/candidates/1',
        ...person,
      },
      application: { ashby_id: newPublicId(), status: 'Active' },
      job: {
        ashby_id: newPublicId(),
        name: 'Engineer',
        req_id: null,
        ashby_job_url: 'https://app.ashbyhq.com/jobs/1',
      },
      ...changes,
    }),
    start: (body: object) => ask('POST', url('assessment.start'), key, body),
    cancel: (id: string) => ask('POST', url('assessment.cancel'), key, { assessment_id: id }),
    ask,
    url,
  }
}

const types = ['numeric_score', 'numeric_duration_minutes', 'url', 'string', 'boolean_success']

function isValue(value: Json): boolean {
  return (
    typeof value?.identifier === 'string' &&
    typeof value.label === 'string' &&
    types.includes(value.type) &&
    value.value !== undefined
  )
}
