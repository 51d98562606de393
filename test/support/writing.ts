import { setTimeout } from 'node:timers/promises'
import type { DemoFile } from '../../src/demo/seed.ts'
import { callAs, signIn, type TestAccount } from './service.ts'

/** What a client got acknowledged: profile ids, and the last answer to each Focus item. */
export type Acknowledged = { profiles: string[]; answers: Map<number, { value: number; seq: number }> }

/**
 * Writes over HTTP, as a program and as a person, until the service stops. Each pauses between its requests, because
 * writing without a break would take the processor from the tests beside it.
 */
export async function startWriting(
  url: string,
  demo: DemoFile,
): Promise<Acknowledged & { stopped: () => Promise<Acknowledged> }> {
  const { demo: account } = demo.accounts
  if (!account) throw new Error('demo.json names no demo account')
  const call = callAs(`${url}/api/v4`, await signIn(`${url}/api/v4`, account))
  const cookie = await openLink(url, demo.takeLink)
  const acknowledged: Acknowledged = { profiles: [], answers: new Map() }

  async function createProfiles(writer: number): Promise<never> {
    for (let number = 1; ; number += 1) {
      const { status, body } = await call('POST', '/profile', {
        firstName: `Writer ${writer}`,
        lastName: `${number}`,
      })
      if (status === 201) acknowledged.profiles.push(body.profile.id)
      await setTimeout(pauseMilliseconds)
    }
  }

  async function giveAnswers(): Promise<never> {
    for (let seq = 1; ; seq += 1) {
      const item = (seq % 120) + 1
      const value = (seq % 5) + 1
      const response = await fetch(`${url}/take/answers`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ attempt: 1, answers: [{ assessment: 'focus', item, value, seq }] }),
      })
      const { saved } = (await response.json()) as { saved: number[] }
      if (saved.includes(seq)) acknowledged.answers.set(item, { value, seq })
      await setTimeout(pauseMilliseconds)
    }
  }

  const writers = Promise.allSettled([createProfiles(1), createProfiles(2), giveAnswers()])
  return { ...acknowledged, stopped: () => writers.then(() => acknowledged) }
}

const pauseMilliseconds = 5

/** The ids of all people of an account, a hundred at a time: the service refuses some of a thousand requests at once. */
export async function readProfileIds(call: TestAccount['call']): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { status, body } = await call('GET', `/profiles?limit=100&page=${page}`)
    if (status !== 200) throw new Error(`GET /profiles answered ${status}`)
    for (const { id } of body.profiles) ids.add(id)
    if (page >= body.pagination.totalPages) return ids
  }
}

/** Posts a link's form and returns the session cookie. */
export async function openLink(url: string, link: string): Promise<string> {
  const response = await fetch(url + new URL(link).pathname, { method: 'POST', redirect: 'manual' })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`The link opened no session (${response.status})`)
  return cookie
}
