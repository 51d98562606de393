import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decoded } from '../support/forms.ts'
import type { Answer } from '../support/signing-in.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let app: ChildProcess
let home: string

beforeAll(async () => {
  stage = await openStage()
  await stage.account.call('POST', '/profile', { firstName: 'Noor', lastName: '<b>Quill</b>' })
  const file = join(import.meta.dirname, '../../examples/sample-app/app.ts')
  app = spawn(process.execPath, [file, stage.url], { env: { PATH: process.env.PATH ?? '' } })
  let printed = ''
  home = await new Promise((resolve, reject) => {
    app.on('close', () => reject(new Error(printed)))
    for (const stream of [app.stdout, app.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const [, address] = /^Open (http:\S+) in your browser/m.exec(printed) ?? []
        if (address) resolve(address)
      })
    }
  })
})
afterAll(() => {
  app.kill()
})

/** What the person reads in the sample app after its address was opened and consent was answered. */
async function use(path: string, answer?: Answer): Promise<{ lines: string[]; next: string; html: string }> {
  const { left } = await stage.owner.browser.open(home + path)
  if (!left) throw new Error('The sample app sent nobody to sign in.')
  const back = await stage.owner.authorize(left, answer)
  const { html, status } = await stage.owner.browser.open(back)
  expect(status).toBe(200)
  const lines = [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, line = '']) => decoded(line))
  return { lines, html, next: decoded(/<a href="([^"]*)"/.exec(html)?.[1] ?? '') }
}

test('signs in, lists people, shows the 403 of a denied scope, and asks again', async () => {
  const denied = await use('/', { scopes: ['profiles:read'] })
  expect(denied.lines[0]).toBe('Signed in. You have allowed: profiles:read')
  expect(denied.lines).toContain('GET /profiles: 200')
  expect(denied.lines).toContain('– Noor <b>Quill</b>')
  expect(denied.html).not.toContain('<b>')
  expect(denied.lines.find((line) => line.startsWith('GET /tags'))).toMatch(/^GET \/tags: 403 \S/)
  expect(denied.lines.at(-1)).toMatch(
    /^WWW-Authenticate: Bearer error="insufficient_scope", scope="tags:manage"/,
  )

  const allowed = await use(denied.next)
  expect(allowed.lines[0]).toMatch(/^Signed in. You have allowed: .*tags:manage/)
  expect(allowed.lines).toContain('GET /tags: 200')
})

test('says that the person has said no', async () => {
  const refused = await use('/', { decision: 'deny' })
  expect(refused.lines).toEqual(['Not signed in: access_denied.'])
})

test('takes no answer that it did not ask for', async () => {
  const forged = await fetch(`${home}/callback?code=stolen&state=guessed&iss=${stage.authUrl}`)
  expect(forged.status).toBe(500)
  expect(await forged.text()).not.toContain('Signed in')
})
