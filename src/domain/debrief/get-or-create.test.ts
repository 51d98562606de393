import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { testOriginOf } from '../../../test/support/event-origin.ts'
import type { Context } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { setEventOrigin } from '../event/record.ts'
import type { DebriefRequest } from './debrief-request.ts'
import { getOrCreateDebrief } from './get-or-create.ts'
import { readDebriefSubject } from './subject.ts'

const request: DebriefRequest = { profileId: 'b'.repeat(24), locale: 'en', regenerate: 'never' }

describe('getOrCreateDebrief', () => {
  test('reads the subject once to write a first debrief by rules: profile, results and debriefs', async () => {
    const { context, reads } = openRecorder()
    const { isNew } = await getOrCreateDebrief(context, request)
    expect(isNew).toBe(true)
    expect(reads()).toEqual({ profile: 1, result: 1, debrief: 1, statements: 9 })
  })

  test('reads the subject once to write it again', async () => {
    const { context, reads } = openRecorder()
    await getOrCreateDebrief(context, request)
    reads()
    const { isNew } = await getOrCreateDebrief(context, { ...request, regenerate: 'always' })
    expect(isNew).toBe(true)
    expect(reads()).toMatchObject({ profile: 1, result: 1, debrief: 1 })
  })

  test('reads nothing more of a subject that the caller has read', async () => {
    const { context, reads } = openRecorder()
    await getOrCreateDebrief(context, request)
    reads()
    const subjectRead = await openSubject(context)
    const { isNew } = await getOrCreateDebrief(context, { ...request, subjectRead })
    expect(isNew).toBe(false)
    expect(reads()).toEqual({ profile: 1, result: 1, debrief: 1, statements: 3 })
  })
})

async function openSubject({ sql, account }: Context) {
  const subject = await readDebriefSubject(sql, account, request.profileId)
  if (!subject) throw new Error('There is no profile')
  return subject
}

/** A context over a fake database with one completed profile, which counts its statements. */
function openRecorder() {
  const { parts, quality } = simulatedBasis(honestSheet(7), request.profileId)
  const doc = JSON.stringify({ id: request.profileId, isCompleted: true, locale: 'en', quality })
  const stored: object[] = []
  let statements: string[] = []
  async function rows(text: string, values: readonly unknown[] = []): Promise<object[]> {
    statements.push(text)
    if (text.startsWith('select profile.doc')) return [{ doc, saved_seconds: null }]
    if (text.includes('from profile join result')) return [...parts]
    if (text.startsWith('select debrief.id')) return stored
    if (text.startsWith('select 1 from debrief')) return stored
    if (text.startsWith('insert into debrief ')) stored.splice(0, 1, storedDebrief(values))
    return []
  }
  const sql = {
    rows,
    row: async (text: string, values?: readonly unknown[]) => (await rows(text, values))[0],
    run: async (text: string, values?: readonly unknown[]) => (await rows(text, values)).length,
    beforeCommit: () => {},
  } as unknown as Sql
  const context = {
    sql,
    account: { id: 'a'.repeat(24), billingStatus: 'active', preferences: {} },
    installation: { isLimited: false, trial: { reports: 10, profiles: 25 } },
    now: () => new Date('2026-11-21T02:00:00Z'),
    newId: () => 'c'.repeat(24),
  } as unknown as Context
  setEventOrigin(sql, testOriginOf('a'.repeat(24)))
  return {
    context,
    /** The reads since the last call: of profile, results and debriefs, and all statements. */
    reads() {
      const count = (part: string) => statements.filter((text) => text.includes(part)).length
      const counted = {
        profile: count('select profile.doc'),
        result: count('from profile join result'),
        debrief: count('select debrief.id'),
        statements: statements.length,
      }
      statements = []
      return counted
    },
  }
}

function storedDebrief(values: readonly unknown[]): object {
  return { id: 'c'.repeat(24), locale: 'en', resultsHash: values[10], generator: { kind: 'rules' } }
}
