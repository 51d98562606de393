import type { Page } from 'playwright-core'
import type { AssessmentId } from '../../src/contract/shapes.ts'
import type { TakingView } from '../../src/http/views/taking-view.ts'
import { answersTo } from './taking.ts'

/**
 * Answers a person's screens of a part up to this one, as another device would, and opens the page again, which goes on
 * after them. All answers of the page itself must be saved. Returns the answered items.
 */
export async function answerElsewhere(
  page: Page,
  assessment: AssessmentId,
  lastScreen: number,
  firstScreen = 1,
): Promise<number[]> {
  const all = answersTo(assessment)
  const view = JSON.parse((await page.locator('#state').textContent()) ?? '') as TakingView
  // Each person has the sets of DISC in an order of their own.
  const order = assessment === 'disc' ? view.disc?.blocks.map(({ n }) => n) : all.map(({ item }) => item)
  const items = order?.slice(firstScreen - 1, lastScreen) ?? []
  const answers = all.filter(({ item }) => items.includes(item))
  const data = { attempt: 1, answers, wordings: view.wordings }
  const address = new URL('/take', page.url()).href
  const sent = await page.context().request.post(`${address}/answers`, { data })
  if (sent.status() !== 200) throw new Error(`The answers were not taken: ${await sent.text()}`)
  await page.goto(address)
  return items
}
