import { describe, expect, test } from 'vitest'
import { axisPosition, band } from './axis.ts'
import { sampleReading } from './sample.ts'
import { track } from './track.ts'

describe('the axis from T 25 to T 75', () => {
  test.each([
    [25, 0],
    [35, 20],
    [45, 40],
    [50, 50],
    [55, 60],
    [65, 80],
    [75, 100],
  ])('T %d is at %d per cent', (t, percent) => {
    expect(axisPosition(t)).toBe(percent)
  })

  test('clamps scores beyond its ends', () => {
    expect([axisPosition(3), axisPosition(98)]).toEqual([0, 100])
  })

  test('clamps the error band', () => {
    expect(band(70, 10)).toEqual({ from: 70, to: 100 })
    expect(band(30, 10)).toEqual({ from: 0, to: 30 })
  })
})

describe('track', () => {
  test('draws from the baseline up to the score', () => {
    expect(track(sampleReading('a', 60, 5))).toContain('<rect class="level-high" x="50%" y="50%" width="20%"')
  })

  test('draws from the score up to the baseline', () => {
    expect(track(sampleReading('a', 35, 5))).toContain('<rect class="level-low" x="20%" y="50%" width="30%"')
  })

  test('draws the halo one standard error each way', () => {
    expect(track(sampleReading('a', 60, 5))).toContain(
      '<rect class="halo level-high" x="60%" y="50%" width="20%" height="14"',
    )
  })

  test('has the middle area from 40 to 60 % and ticks at 20 and 80 %', () => {
    const markup = track(sampleReading('a', 50, 5))
    expect(markup).toContain('<rect class="well" x="40%" width="20%"')
    expect([...markup.matchAll(/class="tick" x="(\d+)%"/g)].map(([, x]) => x)).toEqual(['20', '80'])
  })

  test('is hidden from screen readers next to its number, and has a label on its own', () => {
    expect(track(sampleReading('a', 60, 5))).toContain('aria-hidden="true"')
    const alone = track(sampleReading('a', 60, 5), { kind: 'note', title: 'Leadership, high' })
    expect(alone).toContain('role="img"')
    expect(alone).toContain('<title>Leadership, high</title>')
  })
})
