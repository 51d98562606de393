import { Agent, request as httpRequest } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from '../../src/contract/json-schema.ts'
import { scopes } from '../../src/contract/scope.ts'
import type { OpenApiDocument } from '../../src/http/rest/openapi/objects.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import type { TestAccount } from '../support/service.ts'
import { type FuzzRequest, makeRequest, type Target, targetsOf } from './request.ts'
import { type Making, type Pool, pickAny } from './values.ts'

export type Campaign = {
  document: OpenApiDocument
  baseUrl: string
  account: TestAccount
  /** A token of the account with these scopes only. */
  tokenWith: (scopes: readonly string[]) => Promise<string>
  /** A token of an app that a member of the account has connected, for what API keys can't do. */
  memberToken: string
  /** A sandbox with its people, who have invites, and another one that requests empty. */
  sandbox: { token: string; people: string[]; emptied: string }
  foreignIds: string[]
  /** People who have completed their assessments. */
  completed: string[]
  /** Messages that failed. */
  messages: string[]
  /** One who stays so: no other request lets this person take an assessment again. */
  staysCompleted: string
  /** People with an address, which no other request changes or deletes. */
  addressed: Address[]
  /** How many requests, of operations that are drawn at random, and then until each operation has succeeded and failed. */
  requests?: number
  /** Or how many of each operation. */
  ofEach?: number
  seed: number
}

export type CampaignOutcome = {
  /** One line for each wrong answer; the same fault of one operation is listed once. */
  findings: string[]
  /** Answers by operation and status. */
  tally: Record<string, Record<number, number>>
  conforming: number
  refused: number
}

const atOnce = 12

/** Sends generated requests and checks every answer against the document alone. */
export async function runCampaign(campaign: Campaign): Promise<CampaignOutcome> {
  const random = seededRandom(campaign.seed)
  const named = (campaign.document.components.schemas ?? {}) as Record<string, Schema>
  const { completed, foreignIds: foreign } = campaign
  const pool: Pool = {
    profile: [],
    completed,
    tag: [],
    resourceAlias: [],
    debrief: [],
    reportLink: [],
    event: [],
    webhook: [],
    delivery: [],
    message: [...campaign.messages],
    order: [],
    connection: [],
    shareLink: [],
    campaign: [],
    note: [],
    savedTeam: [],
    coach: [],
    foreign,
  }
  const making: Making = { random, pool, named }
  const targets = targetsOf(campaign.document)
  const conforms = conformanceOf(campaign.document)
  const tokens = await drawTokens(campaign, random)
  const findings = new Map<string, string>()
  const outcome: CampaignOutcome = { findings: [], tally: {}, conforming: 0, refused: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const { requests = 0, ofEach = 0 } = campaign
  const planned = Array.from({ length: ofEach }, () => inOrder(targets)).flat()
  const drawn = Array.from({ length: requests }, () => undefined)
  const queue = [...planned, ...drawn].values()

  async function work(): Promise<void> {
    for (const target of queue) await sendOne(target ?? draw(targets, random))
  }

  async function sendOne(target: Target): Promise<void> {
    const request = makeRequest(target, suited(target, making, campaign))
    const allowed = request.meant !== undefined && conforms(target, request.meant)
    const own = tokenFor(target, campaign)
    const token = random() < 0.85 ? own : pickAny(tokens, random)
    const answer = await send(agent, campaign.baseUrl, request, token)
    const fault = faultOf(request, answer, allowed)
    if (fault) findings.set(`${target.operationId}: ${fault}`, lineOf(request, answer, fault))
    if (allowed) outcome.conforming += 1
    if (answer.status >= 400) outcome.refused += 1
    const counts = outcome.tally[target.operationId] ?? {}
    outcome.tally[target.operationId] = counts
    counts[answer.status] = (counts[answer.status] ?? 0) + 1
    collect(pool, target, answer)
  }

  await Promise.all(Array.from({ length: atOnce }, work))
  // Some operations succeed once in thirty requests, so a campaign would now and then miss one by chance; or their records
  // are gone, so what makes these is sent now and then.
  for (const target of requests > 0 ? targets : []) {
    const isMissing = () => !hasBothSides(outcome.tally[target.operationId])
    const makers = makersFor(target, targets)
    for (let more = 0; more < 300 && isMissing(); more += 1) {
      if (more % 5 === 4) for (const maker of makers) await sendOne(maker)
      await sendOne(target)
    }
  }
  agent.destroy()
  outcome.findings = [...findings.values()]
  return outcome
}

/** What makes records comes first, what removes them last. */
function inOrder(targets: readonly Target[]): Target[] {
  const rank = ({ method, path }: Target) => (method === 'DELETE' ? 2 : path.includes('{') ? 1 : 0)
  return targets.toSorted((one, other) => rank(one) - rank(other))
}

/** What makes the records that an operation needs, in order. */
function makersFor(target: Target, targets: readonly Target[]): readonly Target[] {
  // An event after the endpoint makes a delivery; the list tells which there are.
  if (target.path.includes('{deliveryId}')) {
    const names = ['createWebhook', 'createTag', 'createProfile', 'listDeliveries']
    return names.flatMap((name) => targets.filter(({ operationId }) => operationId === name))
  }
  return targets.filter(({ method, path }) => method === 'POST' && target.path.startsWith(`${path}/{`))
}

/** Whether an operation has succeeded and failed. */
function hasBothSides(counts: Record<number, number> = {}): boolean {
  const statuses = Object.keys(counts).map(Number)
  return statuses.some((status) => status < 300) && statuses.some((status) => status >= 400)
}

function tokenFor({ path, operationId }: Target, { memberToken, sandbox, account }: Campaign): string {
  if (path.startsWith('/member/')) return memberToken
  if (!path.startsWith('/sandbox/')) return account.token
  return operationId === 'resetSandbox' ? sandbox.emptied : sandbox.token
}

type Address = { id: string; email: string }

/**
 * The few people with completed assessments are needed until the end. Reports and debriefs exist only for them, and
 * retakes use them up, so one is kept for these. An address is confirmed for its own person.
 */
function suited(
  { method, operationId }: Target,
  making: Making,
  { addressed, staysCompleted, sandbox }: Campaign,
): Making {
  if (method === 'DELETE' && operationId !== 'removePeopleFromSavedTeam')
    return { ...making, pool: { ...making.pool, completed: [] } }
  if (['createReportLink', 'generateDebrief', 'getDebrief'].includes(operationId)) {
    return { ...making, pool: { ...making.pool, profile: [staysCompleted], completed: [] } }
  }
  // Only people of a team can be removed from it, so there is one who is in each.
  if (operationId.endsWith('SavedTeam')) {
    return { ...making, pool: { ...making.pool, profile: [staysCompleted], completed: [] } }
  }
  if (operationId === 'setSender') return { ...making, email: 'people@fuzz.example' }
  if (operationId.endsWith('SandboxPerson')) {
    return { ...making, pool: { ...making.pool, profile: sandbox.people, completed: [] } }
  }
  if (operationId === 'confirmAddress') {
    const { id, email } = pickAny(addressed, making.random)
    return { ...making, email, pool: { ...making.pool, profile: [id], completed: [] } }
  }
  return making
}

/**
 * Operations that remove things are rare, so that something remains to work with; so are one that adds many people and one
 * that sends all failed messages again.
 */
function draw(targets: readonly Target[], random: Random): Target {
  const target = pickAny(targets, random)
  // Deletions use up what other requests need; untagging deletes nothing.
  const isDeletion =
    (target.method === 'DELETE' && !target.path.endsWith('/profiles')) || target.operationId === 'endCampaign'
  const isLarge = ['createSandboxPeople', 'retryMessages'].includes(target.operationId)
  const skipped = isLarge ? 0.95 : isDeletion ? 0.7 : 0
  return random() < skipped ? draw(targets, random) : target
}

async function drawTokens({ tokenWith }: Campaign, random: Random): Promise<string[]> {
  const sets = Array.from({ length: 8 }, () => scopes.filter(() => random() < 0.5))
  const tokens = await Promise.all(sets.filter((set) => set.length > 0).map(tokenWith))
  return [...tokens, 'nonsense', 'eyJhbGciOiJub25lIn0.e30.']
}

type Meant = NonNullable<FuzzRequest['meant']>

/** Whether the document allows what a request says. */
function conformanceOf(document: OpenApiDocument): (target: Target, meant: Meant) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: true,
    inlineRefs: false,
    code: { optimize: false },
  })
  addFormats.default(ajv)
  ajv.addFormat('base64', true)
  const known = new Map<Target, (meant: Meant) => boolean>()
  return (target, meant) => {
    const check = known.get(target) ?? compile(target)
    known.set(target, check)
    return check(meant)
  }

  function compile(target: Target): (meant: Meant) => boolean {
    const object = (place: string) => {
      const own = target.parameters.filter((parameter) => parameter.in === place)
      return {
        type: 'object',
        properties: Object.fromEntries(own.map((one) => [one.name, one.schema])),
        required: own.filter((one) => one.required).map((one) => one.name),
        additionalProperties: false,
      }
    }
    const body = target.body ? { body: target.body } : {}
    return ajv.compile({
      type: 'object',
      properties: { path: object('path'), query: object('query'), ...body },
      components: document.components,
    }) as never
  }
}

type Answer = { status: number; headers: Record<string, unknown>; text: string; json: unknown }

function send(agent: Agent, baseUrl: string, request: FuzzRequest, token: string): Promise<Answer> {
  const { hostname, port, pathname } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        method: request.target.method,
        path: pathname + request.address,
        headers: {
          authorization: `Bearer ${token}`,
          ...request.headers,
          ...(request.body ? { 'content-length': request.body.length } : {}),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) })
        })
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The service had closed the idle connection when the request was written to it: it has not seen the request.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(agent, baseUrl, request, token))
      else reject(error)
    })
    sent.end(request.body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fault of an answer; the same fault has the same text. */
function faultOf(request: FuzzRequest, answer: Answer, allowed: boolean): string | undefined {
  const { status, text, json } = answer
  if (status >= 500) return `answered ${status}`
  if (!request.target.statuses.includes(String(status))) return `answered ${status}, which is not declared`
  if (!allowed && status < 400) return 'accepted what the document does not allow'
  if (status < 400) return undefined
  const { code, error } = (json ?? {}) as { code?: number; error?: { message?: string; requestId?: string } }
  if (code !== status || !error?.message || !error.requestId) return `answered ${status} without the envelope`
  return innards.test(text) ? 'showed something of its inside' : undefined
}

/** Parts of stacks, queries, paths and libraries, none of which occur in the requests. */
const innards =
  /\.[tj]s:\d|node_modules|node:internal|\/src\/|\/home\/|\/var\/|at \w+ \(|syntax error|violates|relation "|column "|SQLSTATE|invalid input syntax|duplicate key|ZodError|invalid_type|FST_ERR|ECONN|pg_catalog|TypeError|RangeError/

function lineOf(request: FuzzRequest, answer: Answer, fault: string): string {
  const { target, address, headers, body } = request
  const said = body ? ` ${body.toString('utf8').slice(0, 300)}` : ''
  return `${target.operationId} ${fault}: ${target.method} ${address.slice(0, 300)} ${JSON.stringify(headers)}${said} -> ${answer.text.slice(0, 300)}`
}

/** Keeps created ids for a while, even after their deletion. */
function collect(pool: Pool, target: Target, { status, json }: Answer): void {
  if (target.operationId === 'listEvents' && status === 200) {
    const { events } = json as { events: { id: string }[] }
    pool.event = [...pool.event, ...events.map(({ id }) => id)].slice(-30)
  }
  if (target.operationId === 'listAssessmentInvites' && status === 200) {
    const { shareLinks } = json as { shareLinks: { id: string }[] }
    pool.shareLink = shareLinks.map(({ id }) => id)
  }
  if (target.operationId === 'listCoaches' && status === 200) {
    const { coaches } = json as { coaches: { memberId: string }[] }
    pool.coach = coaches.map(({ memberId }) => memberId)
  }
  if (target.operationId === 'listDeliveries' && status === 200) {
    const { deliveries } = json as { deliveries: { id: string; webhookId: string }[] }
    // A delivery is found under its own endpoint only.
    if (deliveries[0])
      Object.assign(pool, { delivery: [deliveries[0].id], webhook: [deliveries[0].webhookId] })
  }
  if (status !== 201) return
  const made = json as Record<string, { id?: string } | undefined>
  for (const key of [
    'profile',
    'tag',
    'resourceAlias',
    'webhook',
    'order',
    'connection',
    'campaign',
    'note',
    'savedTeam',
  ] as const) {
    const id = made[key]?.id
    if (id) pool[key] = [...pool[key].slice(-30), id]
  }
  // A regenerated debrief replaces the older one, so few ids stay valid.
  const debrief = target.operationId === 'generateDebrief' ? made.data?.id : undefined
  if (debrief) pool.debrief = [...pool.debrief.slice(-2), debrief]
  const link = target.operationId === 'createReportLink' ? made.data?.id : undefined
  if (link) pool.reportLink = [...pool.reportLink.slice(-30), link]
}
