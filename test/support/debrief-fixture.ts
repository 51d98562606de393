import { setTimeout } from 'node:timers/promises'
import type { PrepareContext } from '../../src/contract/operation.ts'
import type { AskModel } from '../../src/contract/ports.ts'
import { openAccount } from '../../src/demo/account.ts'
import { lockAccount } from '../../src/domain/account/store.ts'
import type { ModelTextRequest } from '../../src/domain/debrief/by-model.ts'
import { endJob } from '../../src/domain/debrief/job.ts'
import { replaceDebrief } from '../../src/domain/debrief/store.ts'
import type { WrittenDebrief } from '../../src/domain/debrief/text.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { openModel } from '../../src/platform/model.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { sampleFacts } from './debrief-facts.ts'
import { type MockModel, startMockModel } from './mock-model.ts'

/** What a test of debrief writing needs: an account with profiles, a model, and the gate's preparation context. */
export type DebriefFixture = {
  db: TestDatabase
  model: MockModel
  accountId: string
  /** A new preparation context, as for another call; `steps` collects its progress messages. */
  preparation: (changes?: Partial<PrepareContext>) => PrepareContext & { steps: string[] }
  /** A new profile and the request to write about it. */
  newQuestion: () => Promise<ModelTextRequest>
  /** Stores a text and ends its job, as an operation's transaction does. */
  store: (newQuestion: ModelTextRequest, written: WrittenDebrief, jobId: string) => Promise<void>
  jobs: (profileId: string) => Promise<{ id: string }[]>
  generations: () => Promise<{ writer: string }[]>
}

/** Waits a hundredth of the time. Deadlines never expire on their own, because the machine may be slow. */
export function fastPause(milliseconds: number): Promise<void> {
  if (isDeadline(milliseconds)) return new Promise(() => {})
  return setTimeout(milliseconds / 100, undefined, { ref: false })
}

/** With a deadline that expires when the test says so. */
export function fastPauseUntil(end: Promise<void>): PrepareContext['pause'] {
  return (milliseconds) => (isDeadline(milliseconds) ? end : fastPause(milliseconds))
}

const isDeadline = (milliseconds: number) => milliseconds >= 40_000

export async function openDebriefFixture(
  installation: Partial<PrepareContext['installation']> = {},
): Promise<DebriefFixture> {
  const db = await createTestDatabase()
  const model = await startMockModel()
  const { database } = db
  const fullInstallation: PrepareContext['installation'] = {
    publicUrl: 'http://localhost',
    authUrl: 'http://localhost',
    region: 'us',
    secretKey: createSecretKeyring([Buffer.alloc(32)]),
    trial: { reports: 10, profiles: 25 },
    smsCountries: 'none',
    isLimited: false,
    mail: { key: Buffer.alloc(32), accountDaily: 2_000, shareLinkDaily: 1_000 },
    debriefModel: { name: 'small-one', dailyBudget: 200, deadlineSeconds: 45 },
    webhooks: { hasPrivateNetworks: false, isOpened: () => false, sourceAddresses: [] },
    atsHosts: { greenhouse: [], ashby: 'https://ashby.test' },
    ...installation,
  }
  const now = () => new Date()
  const parts = {
    database,
    clock: now,
    newId: () => newPublicId(),
    installation: fullInstallation,
    asyncPorts: undefined as never,
  }
  const plan = { id: newPublicId(), name: 'Northwind', owner: 'o@northwind.test', daysAgo: 0 }
  const { id: accountId, clientId } = await openAccount(parts, plan)
  const account = await database.inAccount(accountId, (sql) => lockAccount(sql, accountId))
  const askModel: AskModel = openModel({ url: model.url, name: 'small-one', key: 'sk-stand-in' })
  return {
    db,
    model,
    accountId,
    preparation(changes = {}) {
      const steps: string[] = []
      return {
        caller: { kind: 'machine', accountId, region: 'us', clientId, scopes: ['profiles:read'] } as never,
        account,
        sees: 'everyone',
        now,
        newId: () => newPublicId(),
        installation: fullInstallation,
        askModel,
        steps,
        encodePicture: () => Promise.reject(new Error('not here')),
        drawPicture: () => Promise.reject(new Error('not here')),
        pause: fastPause,
        stopping: new AbortController().signal,
        eventSignals: { enter: () => undefined },
        callWebhook: () => Promise.reject(new Error('not here')),
        lookUpTxt: async () => [],
        namesOtherIssuer: async () => false,
        spendExport: async () => ({ isWithin: true, nextInSeconds: 0 }),
        transact: (work) => database.inAccount(accountId, work),
        systemRead: (work) => database.inSystem(work, { readOnly: true }),
        progress: (step) => void steps.push(step),
        ...changes,
      }
    },
    async newQuestion() {
      const profileId = newPublicId()
      await db.admin(
        `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
         values ($1, $2, now(), now(), 'active', '{disc,focus,core}', '{}')`,
        [accountId, profileId],
      )
      return { profileId, locale: 'en', facts: sampleFacts(3), resultsHash: 'a'.repeat(64) }
    },
    store: ({ profileId, resultsHash }, written, jobId) =>
      database.inAccount(accountId, async (sql) => {
        const key = { accountId, profileId }
        await replaceDebrief(sql, key, newPublicId(), { ...written, resultsHash }, now())
        await endJob(sql, accountId, profileId, jobId)
      }),
    jobs: (profileId) => db.admin('select id from debrief_job where profile_id = $1', [profileId]),
    generations: () => db.admin('select writer from debrief_generation order by at, id'),
  }
}
