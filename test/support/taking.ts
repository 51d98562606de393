import { coreDesign } from '../../src/content/forms.ts'
import type { AssessmentId } from '../../src/contract/shapes.ts'
import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import { cookieOf, followLink, inviteTestPerson, saveAnswers } from '../web/taker-requests.ts'
import type { Json, TestAccount, TestService } from './service.ts'

/** A person in the session that a link opened. */
export type Taker = { profileId: string; email: string; link: string; cookie: string }

export async function openTaker(
  running: TestService,
  account: TestAccount,
  fields: object = {},
): Promise<Taker> {
  const invited = await inviteTestPerson(running, account, fields)
  return { ...invited, cookie: cookieOf(await followLink(invited.link)) }
}

/**
 * Answers whole assessments in one attempt and completes them. Different `turn`s give different answers. Without
 * `wordings`, like a page from before there were any.
 */
export async function take(
  { url }: TestService,
  { cookie }: Taker,
  attempt: number,
  assessments: readonly AssessmentId[],
  turn = 0,
  wordings: Partial<Record<AssessmentId, number>> = {},
): Promise<Json> {
  const answers = assessments.flatMap((assessment) => answersTo(assessment, turn))
  const saved = await saveAnswers(url, cookie, { attempt, answers, timers: assessments.map(watch), wordings })
  if (saved.status !== 200) throw new Error(`The answers were not taken: ${await saved.text()}`)
  return (await saveAnswers(url, cookie, { attempt, finish: assessments })).json()
}

/** A full set of answers, different for each turn. */
export function answersTo(
  assessment: AssessmentId,
  turn = 0,
): { item: number; seq: number; value: unknown }[] {
  const { first, values } = { disc: discValues, focus: focusValues, core: coreValues }[assessment](turn)
  return values.map((value, index) => ({ assessment, item: index + 1, value, seq: first + index }))
}

function discValues(turn: number) {
  const pairs = ['DI', 'IS', 'SC', 'CD'].map((pair) => ({ most: pair[0], least: pair[1] }))
  const values = Array.from({ length: 24 }, (_, index) => pairs[(index % 8 === 0 ? 1 : 0) + 2 * (turn % 2)])
  return { first: 1, values }
}

function focusValues(turn: number) {
  return { first: 100, values: Array.from({ length: 120 }, (_, index) => 1 + ((index * 7 + turn) % 5)) }
}

function coreValues(turn: number) {
  const answers: CoreAnswer[] = []
  for (let block = nextScreen(answers, coreDesign); block; block = nextScreen(answers, coreDesign)) {
    const sorted = block.toSorted()
    const [low = '', high = ''] = [sorted[0], sorted.at(-1)]
    answers.push({ block, best: turn % 2 ? high : low, worst: turn % 2 ? low : high })
  }
  return { first: 300, values: answers }
}

function watch(assessment: AssessmentId) {
  return {
    assessment,
    sessionId: `device-${assessment}`,
    activeSeconds: 1,
    idleSeconds: 0,
    inactiveSeconds: 0,
  }
}
