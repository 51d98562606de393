import { createAnswerOutbox } from '../../web/pages/answer-outbox.ts'
import type { Entry } from '../../web/pages/flow-state.ts'

type Sent = { attempt: string; answers: { seq: number }[]; finish?: string[]; timers: unknown[] }

export const answerEntry = (seq: number): Entry => ({
  type: 'answer',
  assessment: 'focus',
  item: seq,
  value: 3,
  seq,
})
export const finish: Entry = { type: 'finish', assessment: 'focus' }

/** A browser with one tab: storage survives page loads, timers run by hand, and the server answers as configured. */
export function openTab() {
  const stored = new Map<string, string>()
  const sent: Sent[] = []
  const waits: number[] = []
  const events: string[] = []
  let timers: { run: () => void }[] = []
  let online = true
  let reply: (body: Sent) => { status: number; body?: unknown } = (body) => ({
    status: 200,
    body: {
      saved: body.answers.map(({ seq }) => seq),
      refused: [],
      completed: body.finish ?? [],
      done: body.finish !== undefined,
      resultsUrl: '/take/results',
    },
  })
  const page = (attempt = '1') =>
    createAnswerOutbox(
      {
        store: {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void stored.set(key, value),
          removeItem: (key) => void stored.delete(key),
        },
        async post(text) {
          if (!online) throw new TypeError('Failed to fetch')
          const body: Sent = JSON.parse(text)
          sent.push(body)
          const { status, body: answer } = reply(body)
          return { status, json: async () => answer }
        },
        online: () => online,
        random: () => 1,
        later: (run, ms) => {
          const timer = { run }
          timers.push(timer)
          waits.push(ms)
          return timer
        },
        cancel: (timer) => {
          timers = timers.filter((one) => one !== timer)
        },
      },
      {
        key: 'key',
        attempt,
        wordings: { disc: 1, focus: 1, core: 1 },
        timers: () => [],
        changed: () => {},
        refused: () => events.push('refused'),
        done: (url) => events.push(`done ${url}`),
      },
    )
  return {
    page,
    stored,
    sent,
    waits,
    events,
    seqs: () => sent.flatMap(({ answers }) => answers.map(({ seq }) => seq)),
    goOffline() {
      online = false
    },
    goOnline() {
      online = true
    },
    answering(status: number, body?: unknown) {
      reply = () => ({ status, body })
    },
    async pass() {
      const due = timers
      timers = []
      for (const { run } of due) run()
      await settled()
    },
  }
}

/** Lets everything in progress complete. */
export const settled = () => new Promise((done) => setTimeout(done, 0))
