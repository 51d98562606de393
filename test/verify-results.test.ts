import { beforeAll, describe, expect, test } from 'vitest'
import { verifyResults } from '../scripts/administration/verify-results.ts'
import { instruments } from '../scripts/instruments.ts'
import { formIds } from '../src/content/forms.ts'
import { planAccountIds, seedDemo } from '../src/demo/seed.ts'
import { formatResultDifference } from '../src/domain/assessment/difference.ts'
import { scoreFocus } from '../src/scoring/focus.ts'
import { qualityRules } from '../src/scoring/quality-rules.ts'
import { startTestService, type TestAccount, type TestService } from './support/service.ts'
import { openTables, type Tables } from './support/tables.ts'
import { openTaker, take } from './support/taking.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let profileId: string

/** A person who completed all three, retook DISC, and has started to retake Core. */
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  const taker = await openTaker(running, account, {})
  profileId = taker.profileId
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  await account.call('POST', `/profile/${profileId}/retake`, { assessmentIds: ['disc'] })
  await take(running, taker, 2, ['disc'])
  await account.call('POST', `/profile/${profileId}/retake`, { assessmentIds: ['core'] })
})

async function verified(only?: string) {
  const lines: string[] = []
  const tell: Parameters<typeof verifyResults>[1] = (found) => {
    expect(found).toMatchObject({ accountId: account.id, profileId })
    lines.push(formatResultDifference(found))
  }
  return { ...(await verifyResults(running.db.database, tell, only)), lines }
}

/** Changes one row as the owner of the tables, collects the findings, and undoes the change. */
async function found(table: string, change: string, where: string): Promise<string[]> {
  const place = `account_id = '${account.id}' and ${where.replaceAll('$id', `'${profileId}'`)}`
  await tables.rows(`create table kept as select * from ${table} where ${place}`)
  try {
    const rows = await tables.rows(`update ${table} set ${change} where ${place} returning 1`)
    expect(rows.length).toBeGreaterThan(0)
    return (await verified(account.id)).lines
  } finally {
    const [columns] = await tables.rows<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
        where table_name = 'kept'`,
    )
    const names = columns?.names ?? ''
    const keys = await tables.rows<{ name: string }>(
      `select column_name as name from information_schema.key_column_usage
        where table_name = $1 and constraint_name = $1 || '_pkey'`,
      [table],
    )
    const same = keys.map(({ name }) => `${table}.${name} = kept.${name}`).join(' and ')
    await tables.rows(
      `update ${table} set (${names}) = (select ${names} from kept where ${same})
        where exists (select from kept where ${same})`,
    )
    await tables.rows('drop table kept')
  }
}

const ofFocus = `profile_id = $id and attempt = 1 and assessment = 'focus'`
const score = (path: string, value: string) =>
  `result = jsonb_set(result::jsonb, '{${path}}', '${value}')::json`

describe('results of scoring 1.0.0', () => {
  const whereIs = (assessment: string) => `profile_id = $id and attempt = 1 and assessment = '${assessment}'`
  const former: Record<string, string> = {
    disc: `result = (result::jsonb - 'styleIsTied')::json`,
    core: `result = jsonb_set(result::jsonb, '{ranked}',
      (select jsonb_agg(value - 'rank90' order by n)
         from jsonb_array_elements(result::jsonb -> 'ranked') with ordinality as ranked (value, n)))::json`,
  }
  beforeAll(async () => {
    const rows = await tables.rows<{ value: number }>(
      `select value from answer where profile_id = '${profileId}' and attempt = 1 and assessment = 'focus' order by item`,
    )
    const { keys, norm } = instruments.focus
    const result = scoreFocus(
      rows.map(({ value }) => Number(value)),
      keys,
      norm,
    )
    former.focus = `result = '${JSON.stringify(result)}'::json`
  })

  test.each(['disc', 'focus', 'core'])('are verified by that edition: %s', async (assessment) => {
    expect(await found('result', `version = '1.0.0', ${former[assessment]}`, whereIs(assessment))).toEqual([])
  })

  test.each([
    ['disc', 'styleIsTied'],
    ['focus', 'stability.confidence'],
    ['core', 'rank90'],
  ])('are not those of 1.1.0 under another name: %s', async (assessment, field) => {
    const lines = await found('result', `version = '1.0.0'`, whereIs(assessment))
    expect(lines.join('\n')).toContain(field)
    expect(await found('result', former[assessment] ?? '', whereIs(assessment))).not.toEqual([])
  })
})

describe('unchanged results', () => {
  test('have no difference, over a retake that carries results', async () => {
    // Three results, one new with two carried over, and two carried over.
    expect(await verified(account.id)).toMatchObject({ results: 8, people: 1, differences: 0 })
  })

  test('have no difference, over the whole demo', { tags: 'long' }, async () => {
    await seedDemo(running.service.parts, planAccountIds(running.service.parts))
    const { lines, ...count } = await verified()
    expect(lines).toEqual([])
    expect(count).toMatchObject({ differences: 0 })
    const [stored] = await tables.rows<{ results: number; people: number }>(
      `select count(*)::integer as results, count(distinct profile_id)::integer as people from result`,
    )
    expect(count).toMatchObject({ ...stored })
    expect(count.results).toBeGreaterThan(100)
    // The demo has the current form of DISC; pages that name no wording had the first.
    const forms = await tables.rows(
      `select distinct form from result where assessment = 'disc' order by form`,
    )
    expect(forms.map(({ form }) => form)).toEqual(formIds('disc'))
  })

  test('are read and never written', async () => {
    const { database } = running.db
    const statements: unknown[] = []
    const watched: typeof database = {
      ...database,
      inAccount: (id, work, options) => {
        statements.push(options)
        return database.inAccount(id, work, options)
      },
      inSystem: (work, options) => {
        statements.push(options)
        return database.inSystem(work, options)
      },
    }
    await verifyResults(watched, () => {})
    expect(new Set(statements.map((options) => JSON.stringify(options)))).toEqual(
      new Set(['{"readOnly":true}']),
    )
  })
})

describe('a change is reported:', () => {
  test('of one stored score, with its actual and expected values', async () => {
    const lines = await found('result', score('flexibility,facets,creativity,t', '80.5'), ofFocus)
    expect(lines).toEqual([
      expect.stringMatching(
        /^attempt 1 {2}focus {2}flexibility\.facets\.creativity\.t: stored 80\.5, recomputed \d\d(\.\d+)?$/,
      ),
    ])
  })

  test.each([
    ['disc', 'styles,D', 'styles.D'],
    ['disc', 'confidence', 'confidence'],
    ['core', 'ranked,12,utility', 'ranked.12.utility'],
    ['core', 'first', 'first'],
  ])('of %s %s', async (assessment, path, field) => {
    const where = `profile_id = $id and attempt = 1 and assessment = '${assessment}'`
    const lines = await found('result', score(path, '0.5'), where)
    expect(lines).toEqual([expect.stringContaining(`attempt 1  ${assessment}  ${field}: stored 0.5, recomp`)])
  })

  test('of one answer, by every score that uses it and by none of another assessment', async () => {
    const lines = await found(
      'answer',
      `value = to_jsonb(6 - value::text::integer)`,
      `${ofFocus} and item = 8`,
    )
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line).toMatch(/^attempt 1 {2}(focus|all {2}quality)/)
    expect(lines.join('\n')).toMatch(/flexibility\.facets\.\w+\.raw: stored \d+, recomputed \d+/)
  })

  test.each([
    [`value = '7'`, 'answers: stored "120 of 120", cannot be recomputed'],
    [`value = '"seven"'`, 'answers: stored "120 of 120", cannot be recomputed'],
  ])('an answer that no form allows: %s', async (change, expected) => {
    const lines = await found('answer', change, `${ofFocus} and item = 8`)
    expect(lines[0]).toBe(`attempt 1  focus  ${expected}`)
  })

  test('an answer to an unknown item, and a missing one', async () => {
    const move = (from: number, to: number) =>
      tables.rows(
        `update answer set item = ${to}
          where account_id = '${account.id}' and profile_id = '${profileId}' and assessment = 'focus' and item = ${from}`,
      )
    await move(8, 500)
    const { lines } = await verified(account.id)
    await move(500, 8)
    expect(lines[0]).toBe('attempt 1  focus  answers: stored "120 of 120", cannot be recomputed')
  })

  test.each([
    ['form_hash', 'formHash'],
    ['form', 'form'],
    ['norm', 'norm'],
    ['version', 'version'],
  ])('of the %s of a result, which is then not recomputed with another', async (column, field) => {
    const lines = await found('result', `${column} = 'another'`, ofFocus)
    expect(lines[0]).toContain(`attempt 1  focus  ${field}: stored "another", current "`)
    expect(lines[0]).toMatch(/: the scores cannot be recomputed$/)
    expect(lines.filter((line) => line.includes('flexibility'))).toEqual([])
  })

  test('of the form of a sitting', async () => {
    const lines = await found('sitting', `form_hash = 'another'`, ofFocus)
    expect(lines).toEqual([expect.stringContaining('attempt 1  focus  sitting.formHash: stored "another"')])
  })

  test('of the quality of an earlier attempt', async () => {
    const change = `quality = jsonb_set(quality::jsonb, '{outcome}', '"ok!"')::json`
    const lines = await found('former_attempt', change, 'profile_id = $id and attempt = 1')
    expect(lines).toEqual([expect.stringContaining('attempt 1  all  quality.outcome: stored "ok!", recomp')])
  })

  test('of quality from before versions, if the rules of that time give something else', async () => {
    const unversioned = `quality = (jsonb_set(quality::jsonb, '{notes,0,limit}', '$limit') - 'version')::json`
    const [now, then] = ['2', '1'].map((version) => qualityRules.get(version)?.evenOdd)
    const judged = (limit: number | undefined) =>
      found(
        'former_attempt',
        unversioned.replace('$limit', String(limit)),
        'profile_id = $id and attempt = 1',
      )
    expect(await judged(then)).toEqual([])
    expect(await judged(now)).toEqual([
      `attempt 1  all  quality.notes.0.limit: stored ${now}, recomputed ${then}`,
    ])
  })

  test('of the version of the quality rules to an unknown one', async () => {
    const change = `quality = jsonb_set(quality::jsonb, '{version}', '"99"')::json`
    const lines = await found('former_attempt', change, 'profile_id = $id and attempt = 2')
    expect(lines).toEqual(['attempt 2  all  quality.version: stored "99", cannot be recomputed'])
  })

  test('of the seconds used for quality', async () => {
    const lines = await found('stopwatch', 'active_seconds = active_seconds + 100000', ofFocus)
    expect(lines.join('\n')).toMatch(/attempt 1 {2}all {2}quality\./)
  })

  test('of a score in the document that clients read', async () => {
    const change = `doc = jsonb_set(doc::jsonb, '{disc}', '{"style": "SC"}')::text`
    const lines = await found('profile', change, 'id = $id')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/^attempt 3 {2}all {2}document\.disc/)
  })
})

describe('what could hide a change is reported too:', () => {
  test('results of a missing attempt', async () => {
    const move = (from: number, to: number) =>
      tables.rows(
        `update former_attempt set attempt = ${to}
          where account_id = '${account.id}' and profile_id = '${profileId}' and attempt = ${from}`,
      )
    await move(1, 99)
    const lines = await found('result', score('flexibility,raw', '1'), ofFocus)
    await move(99, 1)
    expect(lines).toContainEqual(expect.stringMatching(/^attempt 1 {2}focus {2}flexibility\.raw: stored 1, /))
    expect(lines).toContainEqual(expect.stringMatching(/^attempt 1 {2}all {2}quality: stored null, /))
  })

  test('an object in place of a list', async () => {
    const change = `quality = jsonb_set(quality::jsonb, '{reasons}', '{}')::json`
    const lines = await found('former_attempt', change, 'profile_id = $id and attempt = 1')
    expect(lines).toContainEqual(
      expect.stringMatching(/^attempt 1 {2}all {2}quality\.reasons: stored \{\}, recomputed \[/),
    )
  })

  test('a field named like a built-in property', async () => {
    const lines = await found(
      'result',
      `result = ('{"__proto__": {}, ' || ltrim(result::text, '{'))::json`,
      ofFocus,
    )
    expect(lines).toEqual([expect.stringContaining('__proto__: stored {}')])
  })

  test('a name with control characters or line breaks, on one line and truncated', async () => {
    const name = `\\u001b[2J\\n0 differences ${'x'.repeat(300)}`
    const [line, ...more] = await found(
      'result',
      `result = ('{"${name}": 1, ' || ltrim(result::text, '{'))::json`,
      ofFocus,
    )
    expect(more).toEqual([])
    expect(line).not.toMatch(/\p{Cc}/u)
    expect(line?.length).toBeLessThan(250)
  })
})

test('an unknown account fails as missing', async () => {
  await expect(verified('0'.repeat(24))).rejects.toMatchObject({ kind: 'missing' })
})
