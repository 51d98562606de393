import { linkOperations } from '../catalog.ts'
import { currentWording } from '../content/wordings.ts'
import type { TakerCaller } from '../contract/caller.ts'
import type { DeviceKind } from '../contract/device.ts'
import { networkOf } from '../contract/payer.ts'
import type { AssessmentId } from '../contract/shapes.ts'
import type { NewAnswer } from '../domain/assessment/store.ts'
import {
  type Respondent,
  type SimulatedAnswer,
  simulateCoreAnswers,
  simulateDiscAnswers,
  simulateFocusAnswers,
} from '../domain/sandbox/respondent.ts'
import { inShownOrder } from '../domain/sandbox/shown-order.ts'
import type { Gate } from '../gate/gate.ts'
import { findTaker, parseLink } from '../identity/taker.ts'
import type { DemoGate, DemoParts } from './demo-gate.ts'

const secondsPerItem: Record<AssessmentId, number> = { disc: 13, focus: 6, core: 11 }

/** Opens a link as a person does, at the time of the demo's clock. */
export async function openLink(
  parts: DemoParts,
  demoGate: DemoGate,
  link: string,
  device: DeviceKind,
): Promise<TakerCaller> {
  const guest = parseLink(link.slice(link.lastIndexOf('/') + 1), networkOf('127.0.0.1'))
  if (!guest) throw new Error('The demo made a link that it cannot read.')
  const { resource } = await demoGate.gate(linkOperations.startSitting, guest, { device }, { id: 'demo' })
  const taker = await findTaker(parts.database, parts.installation.region, resource.secret, demoGate.clock())
  if (!taker) throw new Error('The demo opened a session that it cannot find.')
  return taker
}

/** Answers this many items of each assessment, in a person's order and at a person's pace. */
export async function submitAnswers(
  demoGate: DemoGate,
  taker: TakerCaller,
  person: Respondent,
  counts: Record<AssessmentId, number>,
  attempt = 1,
): Promise<void> {
  const whole = { disc: 24, focus: 120, core: 21 }
  let seq = 1
  for (const assessment of ['disc', 'focus', 'core'] as const) {
    const count = counts[assessment]
    if (count === 0) continue
    const from = seq
    const shown = inShownOrder(answersTo(assessment, person, count), { profileId: taker.profileId, attempt })
    const answers = shown.slice(0, count).map((answer, at) => ({ ...answer, seq: from + at }))
    seq += count
    await saveInSteps(demoGate, taker, { assessment, attempt, answers, isWhole: count === whole[assessment] })
    demoGate.advance(120)
  }
}

/** At least the first `count`. DISC is answered whole, because its blocks are shown in another order. */
function answersTo(assessment: AssessmentId, person: Respondent, count: number): SimulatedAnswer[] {
  if (assessment === 'disc') return simulateDiscAnswers(person, 24)
  return assessment === 'focus' ? simulateFocusAnswers(person, count) : simulateCoreAnswers(person, count)
}

/** The first answer starts the clock; the rest follow together, after the time that they take. */
async function saveInSteps(
  demoGate: DemoGate,
  taker: TakerCaller,
  {
    assessment,
    attempt,
    answers,
    isWhole,
  }: { assessment: AssessmentId; attempt: number; answers: readonly NewAnswer[]; isWhole: boolean },
): Promise<void> {
  const wordings = { [assessment]: currentWording }
  await save(demoGate.gate, taker, { attempt, answers: answers.slice(0, 1), wordings })
  const activeSeconds = answers.length * secondsPerItem[assessment]
  const idleSeconds = Math.round(activeSeconds / 20)
  demoGate.advance(activeSeconds + idleSeconds + 5)
  const watch = {
    assessment,
    sessionId: `demo-${assessment}`,
    activeSeconds,
    idleSeconds,
    inactiveSeconds: 0,
  }
  await save(demoGate.gate, taker, {
    attempt,
    answers: answers.slice(1),
    timers: [watch],
    ...(isWhole ? { finish: [assessment] } : {}),
  })
}

async function save(gate: Gate, taker: TakerCaller, input: Record<string, unknown>): Promise<void> {
  const { resource } = await gate(linkOperations.saveAnswers, taker, input, { id: 'demo' })
  const [refused] = resource.refused
  if (refused) throw new Error(`The demo gave an answer that was refused: ${refused.reason}`)
}
