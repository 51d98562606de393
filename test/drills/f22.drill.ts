import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { cannotCertify, makeExpiredCertificate } from '../support/certificate.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault, type Measure } from '../support/fault-drill.ts'
import { afterFile } from '../support/file-cleanup.ts'
import { cleanUp, newDataDir, startProcess } from '../support/process.ts'
import { callAs, freePort, type Json } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

afterAll(cleanUp)

/** RFC 6761: no resolver knows names below `.invalid`. */
drillFault('F22', 'no resolver for the mail server and the model', async (measure) => {
  await useBoth(
    { MAIL_URL: 'smtps://mail.timbre.invalid', DEBRIEF_URL: 'https://model.timbre.invalid/v1' },
    measure,
  )
})

drillFault(
  'F22',
  'an expired certificate at the mail server and the model',
  async (measure) => {
    const expired = await makeExpiredCertificate()
    const mails: string[] = []
    const mail = new SMTPServer({
      ...{ secure: true, key: expired.key, cert: expired.cert, disabledCommands: ['AUTH'] },
      onData(stream, session, answer) {
        stream.resume().on('end', () => {
          mails.push(session.envelope.rcptTo[0]?.address ?? '')
          answer()
        })
      },
    })
    mail.on('error', () => {})
    await new Promise<void>((ready) => mail.listen(0, '127.0.0.1', ready))
    let asked = 0
    const model = createServer({ key: expired.key, cert: expired.cert }, (_request, response) => {
      asked += 1
      response.end('{}')
    })
    await new Promise<void>((ready) => model.listen(0, '127.0.0.1', ready))
    afterFile(() => {
      mail.close()
      model.close()
    })
    const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port
    await useBoth(
      {
        MAIL_URL: `smtps://localhost:${portOf(mail.server)}`,
        DEBRIEF_URL: `https://localhost:${portOf(model)}/v1`,
        // The authority is trusted, so that only its date is wrong.
        NODE_EXTRA_CA_CERTS: expired.file,
      },
      measure,
    )
    measure.none('emails that the server got', mails)
    measure.most('requests that the model got', asked, 0)
  },
  { cannotRun: cannotCertify },
)

/** Invites and asks for a debrief while neither can be reached. */
async function useBoth(environment: Record<string, string>, measure: Measure): Promise<void> {
  const service = await startDrillService({ ...environment, DEBRIEF_MODEL: 'small-one', LOG_LEVEL: 'info' })
  const { url, stdout, isRunning } = service.running()
  const call = callAs(`${url}/api/v4`, service.token)
  const chosen = await call('PATCH', '/account/preferences', { debriefWriter: 'model' })
  const wrong = chosen.status === 200 ? [] : [`preferences ${chosen.status} ${chosen.text}`]
  const times: number[] = []
  const timed = async (wanted: readonly number[], method: string, path: string, body?: unknown) => {
    const began = performance.now()
    const answer = await call(method, path, body)
    times.push(performance.now() - began)
    if (!wanted.includes(answer.status)) wrong.push(`${method} ${path} ${answer.status} ${answer.text}`)
    return answer
  }
  for (let turn = 0; turn < 20; turn += 1) {
    const { body } = await timed([201], 'POST', '/profile', { email: newEmail() })
    await timed([204], 'POST', `/profile/${body.profile.id}/invite/email`)
  }
  const { body } = await call('GET', '/profiles?limit=100')
  const done = body.profiles.find(({ completedAssessments }: Json) => completedAssessments?.length === 3)
  const began = performance.now()
  const debrief = await call('POST', `/playbook/ai/debrief/${done?.id}`, { regenerate: true })
  const slowest = (performance.now() - began) / 1_000
  process.stdout.write(`${debrief.status} ${JSON.stringify(debrief.body?.data?.generator)}\n`)
  await setTimeout(2_000)
  const ready = await fetch(`${url}/readyz`)
  const code = await service.running().stop()
  const reasons = [...new Set(stdout().match(/"error":"[^"]*"/g) ?? [])]
  process.stdout.write(`${reasons.join(' ')}\n`)
  measure.none('wrong answers', wrong)
  measure.most('slowest answer', Math.max(...times) / 1_000, 1, 's')
  measure.none('debriefs by the model', debrief.body?.data?.generator?.kind === 'rules' ? [] : [debrief.text])
  measure.most('debrief after', slowest, 60, 's')
  measure.least('reasons in the log', reasons.length, 1)
  measure.most('status of /readyz', ready.status, 200)
  measure.none('ends of the service', isRunning() ? ['still running'] : [])
  measure.most('exit code', Number(code), 0)
}

drillFault('F22', 'no resolver for the database', async ({ none, most }) => {
  const started = performance.now()
  const running = startProcess({
    ...{ DATABASE_URL: 'postgres://timbre@database.timbre.invalid/timbre', DATA_DIR: newDataDir() },
    ...{ PORT: String(await freePort()), DEMO: 'off', SECRET_KEY: Buffer.alloc(32, 5).toString('base64url') },
  })
  const code = await running.ended
  const lines = running.stderr().trim().split('\n')
  process.stdout.write(`${lines.join('\n')}\n`)
  most('refused in lines', lines.length, 1)
  none('exit code 0', code === 0 ? [code] : [])
  most('after', (performance.now() - started) / 1_000, 60, 's')
})
