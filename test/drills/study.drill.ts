import { expect, test } from 'vitest'
import { honestSheet } from '../../scripts/simulation/debrief-basis.ts'
import { focusForm } from '../../src/content/forms.ts'
import { focusNorm } from '../../src/content/norms.ts'
import { differencesOf } from '../../src/domain/study/retest.ts'
import { intervalOf } from '../../src/scoring/estimate.ts'
import type { StudyPerson } from '../../src/scoring/study-figure.ts'
import { studyFigures } from '../../src/scoring/validation-study.ts'
import { drawCompletedPeople, insertCompletedPeople } from '../support/completed-people.ts'
import { callAs, type Json, signIn, startTestService } from '../support/service.ts'
import {
  answerAgain,
  inTurns,
  joinAll,
  laterSheet,
  openStudyTakers,
  studyLinkTo,
} from '../support/study-walk.ts'

/**
 * A study from end to end over HTTP: invented people agree and answer twice, page by page, and the released figures are
 * compared with those of a population of such people. `--people 60` takes as many; half again as many are in the account.
 */
const count = Number(process.env.DRILL_PEOPLE ?? 60)
const day = 86_400_000

test('walks through a study', async () => {
  let now = Date.now()
  const running = await startTestService({}, { clock: () => new Date(now) })
  const account = await running.account({ name: 'Northwind' })
  const people = drawCompletedPeople(Math.ceil(1.5 * count))
  await insertCompletedPeople(running.db, account.id, people)
  await account.call('POST', '/study')
  const takers = await openStudyTakers(running, account, people.slice(0, count), new Date(now))
  await joinAll(running, takers)
  now += 22 * day
  await running.service.sweepStudies()
  await running.service.sweepStudies()
  await running.service.drainOutbox()
  await inTurns(takers, async ({ email, person }) => {
    await answerAgain(await studyLinkTo(running, email), laterSheet(person.sheet))
  })
  now += 6 * day + 60_000
  await running.service.sweepStudies()
  const call = callAs(running.baseUrl, await signIn(running.baseUrl, account))
  const { release } = (await call('GET', '/study')).body.study
  const truth = new Map(
    studyFigures(
      Array.from({ length: 4_000 }, (_, at) => invented(100_000 + at)),
      focusForm,
      focusNorm,
    ).map(({ estimate, ...name }) => [nameOf(name), intervalOf(estimate).value]),
  )
  const compared = (release.figures as Json[]).filter(({ kind }) => kind !== 'missing')
  const inside = compared.filter((one) => {
    const value = truth.get(nameOf(one)) ?? Number.NaN
    return one.low <= value && value <= one.high
  })
  const byFigure = Map.groupBy(compared, ({ figure }) => figure)
  for (const [figure, all] of byFigure) {
    const held = all.filter((one) => inside.includes(one)).length
    process.stdout.write(`${figure}: ${held} of ${all.length} intervals hold the value of the population\n`)
  }
  process.stdout.write(
    `${release.people} of ${count} people; ${inside.length} of ${compared.length} intervals\n`,
  )
  expect(inside.length / compared.length).toBeGreaterThan(0.8)
}, 1_800_000)

function invented(seed: number): StudyPerson {
  const sheet = honestSheet(seed)
  const occasion = ({ focus, disc }: typeof sheet) => ({
    focus: focus as number[],
    letters: differencesOf(disc),
  })
  return { first: occasion(sheet), again: occasion(laterSheet(sheet)), isDue: true }
}

function nameOf({ kind, subject, figure, other = '' }: Record<string, unknown>): string {
  return [kind, subject, figure, other].join(' ')
}
