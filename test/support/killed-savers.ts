import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import type { DemoFile } from '../../src/demo/seed.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { postmasterPid, type Running, startProcess } from './process.ts'
import { callAs, freePort, signIn } from './service.ts'
import { newEmail } from './test-rows.ts'
import { openLink } from './writing.ts'

/** What is killed with SIGKILL: the service, its database, or both. */
export type Victim = 'service' | 'database' | 'both'

export type Outcome = {
  /** Answers that the service acknowledged. */
  acknowledged: number
  /** Of these, the ones that are not stored, each as `person item seq`. */
  lost: string[]
  /** People whose last stored answer has come without its seconds. */
  apart: string[]
}

type Person = { profileId: string; cookie: string; answers: Map<number, { seq: number; value: number }> }

/**
 * Lets people answer Focus over and over, as the page does, which repeats what is not acknowledged. Kills what `victims`
 * says, one after the other, at random moments. Then compares what was acknowledged with what is stored.
 */
export async function killWhileSaving(
  victims: readonly Victim[],
  { people = 6, random = Math.random }: { people?: number; random?: () => number } = {},
): Promise<Outcome> {
  const dataDir = await copyDataDir('demo')
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  }
  let service = startProcess(environment)
  await service.ready()
  const { demo: account } = (JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoFile)
    .accounts
  if (!account) throw new Error('demo.json names no demo account')
  const takers = await openPeople(service, account, people)
  const progress = { acknowledged: 0, isOver: false }
  const answering = takers.map((person) => answer(service.url, person, progress))
  try {
    for (const victim of victims) {
      await moreAnswers(progress, 4 * people)
      await setTimeout(random() * 300)
      const postmaster = postmasterPid(dataDir)
      if (victim !== 'database') process.kill(service.pid, 'SIGKILL')
      if (victim !== 'service' && postmaster) process.kill(postmaster, 'SIGKILL')
      if (victim === 'database') continue
      await service.ended
      service = startProcess(environment)
      await service.ready()
    }
    await moreAnswers(progress, people)
  } finally {
    progress.isOver = true
  }
  await Promise.all(answering)
  await service.stop()
  const opened = await openDatabase({ dataDir, log: () => {} })
  const outcome = { acknowledged: progress.acknowledged, lost: [] as string[], apart: [] as string[] }
  for (const person of takers) await compare(opened, account.id, person, outcome)
  await opened.close()
  return outcome
}

type Progress = { acknowledged: number; isOver: boolean }

const patienceSeconds = 60

/** Waits until so many further answers are acknowledged. */
async function moreAnswers(progress: Progress, count: number): Promise<void> {
  const wanted = progress.acknowledged + count
  const end = performance.now() + patienceSeconds * 1_000
  while (progress.acknowledged < wanted) {
    if (performance.now() > end)
      throw new Error(`No ${count} answers were acknowledged in ${patienceSeconds} s`)
    await setTimeout(20)
  }
}

async function openPeople(
  { url }: Running,
  account: { clientId: string; clientSecret: string },
  count: number,
): Promise<Person[]> {
  const call = callAs(`${url}/api/v4`, await signIn(`${url}/api/v4`, account))
  return Promise.all(
    Array.from({ length: count }, async () => {
      const email = newEmail()
      const { body } = await call('POST', '/profile', { email, assessmentIds: ['focus'] })
      await call('POST', `/profile/${body.profile.id}/invite/email`)
      const cookie = await openLink(url, await linkTo(url, email))
      return { profileId: body.profile.id, cookie, answers: new Map() }
    }),
  )
}

async function linkTo(url: string, email: string): Promise<string> {
  const end = performance.now() + patienceSeconds * 1_000
  while (performance.now() < end) {
    const box = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    const [message] = (await box.json()) as { links: string[] }[]
    const link = message?.links.find((one) => one.includes('/t/'))
    if (link) return link
    await setTimeout(50)
  }
  throw new Error('No email came')
}

/** One answer after the other; each is repeated until it is acknowledged. */
async function answer(url: string, { cookie, answers }: Person, progress: Progress): Promise<void> {
  for (let seq = 1; !progress.isOver; seq += 1) {
    const [item, value] = [1 + (seq % 120), 1 + (seq % 5)]
    const seconds = { activeSeconds: seq, idleSeconds: 0, inactiveSeconds: 0 }
    const body = JSON.stringify({
      attempt: 1,
      answers: [{ assessment: 'focus', item, value, seq }],
      timers: [{ assessment: 'focus', sessionId: 'only-session', ...seconds }],
    })
    while (!(await isSaved(url, cookie, body, seq))) {
      if (progress.isOver) return
      await setTimeout(30)
    }
    answers.set(item, { seq, value })
    progress.acknowledged += 1
    // Saving without a break would take the processor from the tests beside it.
    await setTimeout(5)
  }
}

async function isSaved(url: string, cookie: string, body: string, seq: number): Promise<boolean> {
  try {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(`${url}/take/answers`, { method: 'POST', headers, body })
    return response.status === 200 && ((await response.json()) as { saved: number[] }).saved.includes(seq)
  } catch {
    return false
  }
}

async function compare(
  { database }: OpenDatabase,
  accountId: string,
  { profileId, answers }: Person,
  outcome: Outcome,
): Promise<void> {
  const [rows, watch] = await database.inAccount(accountId, (sql) =>
    Promise.all([
      sql.rows<{ item: number; seq: number; value: number; answered_at: string }>(
        'select item, seq, value, answered_at from answer where account_id = $1 and profile_id = $2',
        [accountId, profileId],
      ),
      sql.row<{ updated_at: string }>(
        'select max(updated_at) as updated_at from stopwatch where account_id = $1 and profile_id = $2',
        [accountId, profileId],
      ),
    ]),
  )
  const stored = new Map(rows.map((row) => [row.item, row]))
  for (const [item, { seq, value }] of answers) {
    const row = stored.get(item)
    // An answer may have been stored whose acknowledgment never arrived.
    const isKept = row && (row.seq > seq || (row.seq === seq && row.value === value))
    if (!isKept) outcome.lost.push(`${profileId} ${item} ${seq}`)
  }
  const last = rows
    .map((row) => row.answered_at)
    .sort()
    .at(-1)
  if (last !== undefined && last > (watch?.updated_at ?? '')) outcome.apart.push(profileId)
}
