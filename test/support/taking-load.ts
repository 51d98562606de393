import { setTimeout } from 'node:timers/promises'
import type { DemoFile } from '../../src/demo/seed.ts'
import type { Answered } from './drill-load.ts'
import { openLink } from './writing.ts'

export type Taking = { answers: Answered[]; stop: () => Promise<void> }

/**
 * A person who answers Focus over and over, so many times a second whether or not earlier answers were saved: requests
 * of class 1.
 */
export async function startTaking(
  url: string,
  { takeLink }: Pick<DemoFile, 'takeLink'>,
  { perSecond }: { perSecond: number },
): Promise<Taking> {
  const cookie = await openLink(url, takeLink)
  const answers: Answered[] = []
  const pending = new Set<Promise<void>>()
  let isOver = false
  const save = async (seq: number) => {
    const [item, value] = [1 + (seq % 120), 1 + (seq % 5)]
    const body = JSON.stringify({ attempt: 1, answers: [{ assessment: 'focus', item, value, seq }] })
    const headers = { cookie, 'content-type': 'application/json' }
    const at = performance.now()
    const [status, what] = await fetch(`${url}/take/answers`, { method: 'POST', headers, body }).then(
      async (response) => [response.status, response.ok ? await drain(response) : await response.text()],
      (error: Error) => [0, String(error.cause ?? error)],
    )
    answers.push({ at, milliseconds: performance.now() - at, status: Number(status), what: String(what) })
  }
  const sending = (async () => {
    const began = performance.now()
    for (let seq = 1; !isOver; seq += 1) {
      const wait = began + (seq * 1_000) / perSecond - performance.now()
      if (wait > 0) await setTimeout(wait)
      const saving = save(seq).finally(() => pending.delete(saving))
      pending.add(saving)
    }
    await Promise.all(pending)
  })()
  return {
    answers,
    async stop() {
      isOver = true
      await sending
    },
  }
}

async function drain(response: Response): Promise<string> {
  await response.arrayBuffer()
  return ''
}
