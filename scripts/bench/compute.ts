import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { debriefByRules } from '../../src/domain/debrief/by-rules.ts'
import { extractFacts } from '../../src/domain/debrief/facts.ts'
import { responseQuality } from '../../src/scoring/quality.ts'
import { scoreSheet } from '../../src/scoring/score.ts'
import { instruments } from '../instruments.ts'
import { honestSheet, simulatedBasis } from '../simulation/debrief-basis.ts'
import { answerQuestions } from './child.ts'
import { percentile } from './load/percentile.ts'
import type { Sample } from './row.ts'

/** Work of the processor alone, on one core, in a process of its own. */
export type ComputeTask = 'all three' | 'disc' | 'focus' | 'core' | 'debrief' | 'signing'

const people = 64
const sheets = Array.from({ length: people }, (_, index) => honestSheet(index + 1))
const seconds = { disc: 300, focus: 700, core: 240 }
const idOf = (index: number) => `person-${index}`
const bases = sheets.map((sheet, index) => simulatedBasis(sheet, idOf(index), seconds))
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** One unit of each task, for one of the people. */
const tasks: Record<ComputeTask, (index: number) => unknown> = {
  'all three': (index) => {
    const sheet = sheets[index] as Sheet
    return [
      scoreSheet(sheet, instruments, idOf(index)),
      responseQuality({ sheet, activeSeconds: seconds }, instruments),
    ]
  },
  disc: (index) => scoreSheet({ disc: (sheets[index] as Sheet).disc }, instruments, idOf(index)),
  focus: (index) => scoreSheet({ focus: (sheets[index] as Sheet).focus }, instruments, idOf(index)),
  core: (index) => scoreSheet({ core: (sheets[index] as Sheet).core }, instruments, idOf(index)),
  debrief: (index) => debriefByRules({ facts: extractFacts(bases[index] as Basis), locale: 'en' }),
  signing: () =>
    new SignJWT({
      client_id: 'client',
      scope: 'profiles:read',
      account_id: 'account',
      region: 'us',
      m2m: true,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'key' })
      .setIssuer('http://localhost')
      .setAudience('http://localhost')
      .setSubject('client')
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey),
}

type Sheet = (typeof sheets)[number]
type Basis = (typeof bases)[number]

answerQuestions(({ task, milliseconds }: { task: ComputeTask; milliseconds: number }) =>
  repeat(tasks[task], task === 'signing' ? 8 : 1, milliseconds),
)

/** Repeats the unit for this long, `atOnce` under way at a time. */
async function repeat(
  unit: (index: number) => unknown,
  atOnce: number,
  milliseconds: number,
): Promise<Sample> {
  const times: number[] = []
  const began = performance.now()
  const work = async () => {
    for (let start = began; start - began < milliseconds; ) {
      const result = unit(times.length % people)
      if (result instanceof Promise) await result
      const end = performance.now()
      times.push(end - start)
      start = end
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const elapsed = (performance.now() - began) / 1_000
  return { perSecond: times.length / elapsed, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
