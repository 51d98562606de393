import { describe, expect, test } from 'vitest'
import { completeSummary, inProgressSummary } from './sample.ts'
import { readSummary } from './summary.ts'

describe('readSummary', () => {
  test('reads everything that the tool returns', () => {
    expect(readSummary(completeSummary)).toEqual({
      profileId: completeSummary.profileId,
      name: 'Noor Okafor',
      email: 'noor@northwind.test',
      isCompleted: true,
      disc: { style: 'DI', letters: { d: 70.8, i: 62, s: 31, c: 36.2 } },
      focus: Object.entries(completeSummary.focus).map(([trait, scale]) => ({ trait, ...scale })),
      core: ['freedom', 'achievement', 'influence', 'adventure', 'wisdom'],
      debrief: { content: completeSummary.debrief.content, stale: false },
    })
  })

  test('treats null as missing', () => {
    const read = readSummary(inProgressSummary)
    expect([read?.focus, read?.core, read?.debrief]).toEqual([undefined, undefined, undefined])
    expect(read?.disc).toBeDefined()
  })

  test('detects a debrief of earlier results', () => {
    const read = readSummary({ ...completeSummary, debrief: { ...completeSummary.debrief, stale: true } })
    expect(read?.debrief?.stale).toBe(true)
  })

  test.each([
    ['a letter that is no number', { disc: { ...completeSummary.disc, d: '70' } }, 'disc'],
    ['a letter out of bounds', { disc: { ...completeSummary.disc, d: 170 } }, 'disc'],
    ['no number at all', { disc: { ...completeSummary.disc, d: Number.NaN } }, 'disc'],
    ['a level that there is not', { focus: { stability: { score: 3, level: 'worst' } } }, 'focus'],
    ['ranks without a first', { core: { second: 'freedom' } }, 'core'],
    ['a debrief without text', { debrief: { id: '1', content: ' ' } }, 'debrief'],
  ] as const)('leaves out a part with %s, and keeps the others', (_, change, part) => {
    const read = readSummary({ ...completeSummary, ...change })
    expect(read?.[part]).toBeUndefined()
    expect(read?.name).toBe('Noor Okafor')
  })

  test('accepts a missing style', () => {
    expect(
      readSummary({ ...completeSummary, disc: { ...completeSummary.disc, style: '<b>' } })?.disc?.style,
    ).toBe('')
  })
})
