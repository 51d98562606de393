import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rotateSigningKeys, withdrawSigningKey } from '../../src/identity/signing-key-rotation.ts'
import { cleanUp, newDataDir } from '../support/process.ts'
import { type RunLine, shellHere } from '../support/scripts.ts'
import {
  callAs,
  freePort,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'

// Two processes of one installation, which share one issuer.

const secret = randomBytes(32).toString('base64url')
let first: TestService
let account: TestAccount
let bases: string[]
let timbre: RunLine
beforeAll(async () => {
  const DATA_DIR = newDataDir()
  first = await startTestService({ SECRET_KEY: secret, DATA_DIR })
  const port = String(await freePort())
  const environment = { SECRET_KEY: secret, DATABASE_URL: first.db.url, PUBLIC_URL: first.url }
  await startTestService({ ...environment, PORT: port })
  timbre = shellHere({ ...environment, DATA_DIR })
  bases = [first.baseUrl, `http://localhost:${port}/api/v4`]
  account = await first.account()
})

afterAll(cleanUp)

const statusAt = async (base: string, token: string) => (await callAs(base, token)('GET', '/test')).status
const statuses = (token: string) => Promise.all(bases.map((base) => statusAt(base, token)))
const kidOf = (token: string) => String(decodeProtectedHeader(token).kid)

async function published(base: string): Promise<string[]> {
  const answer = await fetch(`${new URL(base).origin}/.well-known/jwks.json`)
  return ((await answer.json()) as Json).keys.map(({ kid }: Json) => kid)
}

const rotate = () => {
  const { database, installation, clock } = first.service.parts
  return rotateSigningKeys(database, installation.secretKey, clock())
}

describe('key rotation under load', () => {
  test('refuses no valid token at either process, through six rotations of which four are simultaneous', async () => {
    const before = await signIn(first.baseUrl, account)
    const refused: string[] = []
    const kids = new Set<string>()
    let isOver = false
    let calls = 0
    const worker = async (base: string) => {
      while (!isOver) {
        const token = await signIn(base, account)
        kids.add(kidOf(token))
        for (const one of [token, before]) {
          for (const [at, status] of (await statuses(one)).entries()) {
            calls += 1
            if (status !== 200) refused.push(`${status} at ${at} of ${kidOf(one)}`)
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
    }
    const workers = [...bases, ...bases].map(worker)
    const until = async (count: number) => {
      while (kids.size < count) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    for (let turn = 2; turn <= 3; turn += 1) {
      expect((await timbre('keys rotate')).code).toBe(0)
      await until(turn)
    }
    for (let turn = 0; turn < 4; turn += 1) await rotate()
    await until(4)
    isOver = true
    await Promise.all(workers)
    expect(refused).toEqual([])
    expect(calls).toBeGreaterThan(100)
    expect(await statuses(before)).toEqual([200, 200])
    for (const base of bases) expect(await published(base)).toContain(kidOf(before))
  })

  test('a retired key still verifies; withdrawing it invalidates its tokens at both processes', async () => {
    const signing = (base = '') => published(base).then(([one]) => one)
    // Rotations of the previous test reach a process only after seconds.
    const { active: current } = await rotate()
    await expect.poll(() => signing(bases[0])).toBe(current.kid)
    const token = await signIn(first.baseUrl, account)
    const kid = kidOf(token)
    expect(await timbre('keys withdraw', kid)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/signs now/),
    })
    const { active } = await rotate()
    await expect.poll(() => signing(bases[1])).toBe(active.kid)
    expect(await statuses(token)).toEqual([200, 200])
    const answer = await timbre('keys withdraw', kid)
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('is withdrawn') })
    await expect.poll(() => statuses(token)).toEqual([401, 401])
    for (const base of bases) expect(await published(base)).not.toContain(kid)
    expect(await statuses(await signIn(first.baseUrl, account))).toEqual([200, 200])
  })

  test('a key that has never signed can be withdrawn too', { tags: 'long' }, async () => {
    const { database, installation, clock } = first.service.parts
    const { next } = await rotate()
    await withdrawSigningKey(database, installation.secretKey, next.kid, clock())
    await expect.poll(() => published(bases[0] ?? '')).not.toContain(next.kid)
    expect(await statuses(await signIn(first.baseUrl, account))).toEqual([200, 200])
  })
})

describe('npm run timbre -- keys', () => {
  test('lists keys with their details, without private keys', async () => {
    const { stdout } = await timbre('keys list --json')
    const { keys } = JSON.parse(stdout) as Json
    expect(keys.slice(0, 2).map(({ state }: Json) => state)).toEqual(['active', 'next'])
    expect(Object.keys(keys[0]).sort()).toEqual(['createdAt', 'kid', 'publishedUntil', 'retiredAt', 'state'])
    expect((await timbre('keys list')).stdout).toMatch(/^KEY ID +STATE +PUBLISHED +UNTIL\n\S{43} +active/)
  })

  test('warns after a rotation that the new key is young, and explains it', async () => {
    const { code, stdout } = await timbre('keys rotate')
    expect(code).toBe(0)
    expect(stdout).toMatch(/signs now +\S{43}\ncomes next +\S{43}\nretired +\S{43} \(published until 20/)
    expect(stdout).toMatch(/published for less than an hour only.*keeps the published keys for a day/s)
  })

  test('exits with 2 for a malformed key id, and with 1 for an unknown key', async () => {
    expect(await timbre('keys withdraw', 'x')).toMatchObject({ code: 2 })
    expect(await timbre('keys withdraw', 'A'.repeat(43))).toMatchObject({ code: 1 })
  })
})

test('/readyz stays ready during rotations', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await rotate()
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  }
})
