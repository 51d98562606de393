import { drillFault } from '../support/fault-drill.ts'
import { completePerson } from '../support/inputs.ts'
import {
  body,
  flood,
  halfBody,
  halfStream,
  type Reaction,
  replyWell,
  replyWith,
  silence,
  startMockModel,
  status,
} from '../support/mock-model.ts'
import { startTestService } from '../support/service.ts'

const faults: Record<string, Reaction> = {
  'no answer': silence,
  '429': status(429, { 'retry-after': '3600' }),
  '500': status(500),
  'no JSON': body('<html>LEAK-7731'),
  'half a body': halfBody,
  'half a stream': halfStream,
  refusal: replyWith('', {
    finish_reason: 'content_filter',
    message: { role: 'assistant', refusal: 'LEAK-7731' },
  }),
  'a foul text': replyWith('{"sections":[{"text":"LEAK-7731"}]}'),
  'a hundred megabytes': flood,
}

drillFault('F9', 'nine faults of a language model', async ({ most, none, least }) => {
  const model = await startMockModel()
  const running = await startTestService({
    DEBRIEF_URL: model.url,
    DEBRIEF_MODEL: 'small-one',
    DEBRIEF_KEY: 'sk-stand-in',
    LOG_LEVEL: 'warn',
  })
  const account = await running.account({ preferences: { debriefWriter: 'model' } })
  const wrong: string[] = []
  const foul: string[] = []
  let [slowest, asked, slowestPerson] = [0, 0, 0]
  const write = async (name: string) => {
    const id = await completePerson(running, account, `f9-${Object.keys(faults).indexOf(name)}-${asked}`)
    return account.call('POST', `/playbook/ai/debrief/${id}`, {})
  }
  for (const [name, fault] of Object.entries(faults)) {
    // A success in between, so that no breaker keeps the next fault away from the service.
    model.react(replyWell)
    const good = await write(name)
    if (good.body?.data?.generator?.kind !== 'llm') wrong.push(`before ${name}: ${good.status} ${good.text}`)
    const before = model.requests.length
    model.react(fault)
    const began = performance.now()
    let isOver = false
    const writing = write(name).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const at = performance.now()
      await fetch(`${running.url}/sign-in`)
      slowestPerson = Math.max(slowestPerson, performance.now() - at)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const answer = await writing
    const seconds = (performance.now() - began) / 1_000
    slowest = Math.max(slowest, seconds)
    process.stdout.write(
      `${name}: ${answer.status} ${JSON.stringify(answer.body?.data?.generator)} after ${seconds.toFixed(1)} s\n`,
    )
    asked += Number(model.requests.length > before)
    if (answer.status !== 201 || answer.body.data.generator.kind !== 'rules')
      wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
    if (/LEAK-7731|sk-stand-in/.test(answer.text)) foul.push(name)
  }
  const stored = await running.db.admin(`select 1 from debrief where content::text like '%LEAK-7731%'`)
  const jobs = await running.db.admin('select 1 from debrief_job')
  least('faults that reached the service', asked, Object.keys(faults).length)
  none('answers other than a debrief by rules', wrong)
  none('foul texts shown, stored or logged', [
    ...foul,
    ...stored,
    ...(running.logged().match(/LEAK-7731|sk-stand-in/g) ?? []),
  ])
  none('jobs left', jobs)
  most('slowest debrief', slowest, 60, 's')
  most('slowest page of class 1 meanwhile', slowestPerson / 1_000, 1, 's')
})
