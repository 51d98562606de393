import { afterAll, expect, test } from 'vitest'
import { cleanUp } from '../support/process.ts'
import { openedBy, rehearseRotation } from '../support/rotation.ts'

afterAll(cleanUp)

test('SECRET_KEY is rotated under load: no request is refused, and the previous key decrypts nothing', async () => {
  const people = Number(process.env.DRILL_PEOPLE ?? 200)
  const loadMilliseconds = Number(process.env.DRILL_ROUNDS ?? 10) * 1_000
  const done = await rehearseRotation({ people, loadMilliseconds })
  const opened = await openedBy(done.db, done.old)
  console.info(`requests ${done.requests}, refused ${done.refused.length}`)
  console.info('opened by the key of before:', opened, 'by the new one:', await openedBy(done.db, done.fresh))
  for (const { line, code, stdout } of done.commands) console.info(`${line}: ${code}\n${stdout}`)
  expect(done.refused).toEqual([])
  expect(Object.values(opened).every((count) => count === 0)).toBe(true)
})
