import { describe, expect, test } from 'vitest'
import { barScene, columnScene, hourScene, niceTop } from './scene.ts'

test.each([
  [1, 2],
  [2, 2],
  [3, 4],
  [9, 10],
  [11, 12],
  [61, 80],
  [101, 120],
  [28_520, 30_000],
])('the axis for %i ends at %i', (value, top) => {
  expect(niceTop(value)).toBe(top)
})

describe('columns', () => {
  const columns = Array.from({ length: 365 }, (_, at) => ({
    name: `Day ${at}`,
    value: at % 7,
    goal: 8,
    label: `${at}`,
  }))

  test('stand side by side in the width, each in a reach of its own, as high as its number', () => {
    const { marks, height } = columnScene(columns, 320)
    expect(marks).toHaveLength(365)
    for (const [at, { reach, shapes }] of marks.entries()) {
      expect(reach.x).toBeGreaterThanOrEqual(
        (marks[at - 1]?.reach.x ?? 0) + (marks[at - 1]?.reach.width ?? 0) - 1e-6,
      )
      expect(reach.x + reach.width).toBeLessThanOrEqual(320)
      for (const { y, height: tall } of shapes) expect(y + tall).toBeLessThanOrEqual(height)
    }
    const tall = (at: number) => marks[at]?.shapes[0]?.height ?? 0
    expect(tall(6) / tall(3)).toBeCloseTo(2)
  })

  test('are not flattened by a large goal', () => {
    const tall = (goal: number) =>
      columnScene([{ name: 'Day', value: 2, goal, label: '' }], 320).marks[0]?.shapes[0]?.height
    expect(tall(500)).toBe(tall(2))
  })

  test('have no more labels than fit', () => {
    const { words } = columnScene(columns, 320)
    expect(words.filter(({ y }) => y === 268).map(({ text }) => text)).toEqual(['0', '182', '364'])
  })
})

test('a bar is as long as its share, and one without anybody has only its track', () => {
  const bars = [
    { name: 'Phone: 30', label: 'Phone', value: 30, note: '75%' },
    { name: 'Tablet: 0', label: 'Tablet', value: 0, note: '0%' },
  ]
  const [phone, tablet] = barScene(bars, 40, 600).marks
  const [track, bar] = phone?.shapes ?? []
  expect((bar?.width ?? 0) / (track?.width ?? 1)).toBeCloseTo(0.75)
  expect(tablet?.shapes).toHaveLength(1)
})

test('a label that is longer than its place has two lines, in scripts of any width', () => {
  const labelsAt = (width: number, label: string) =>
    barScene([{ name: label, label, value: 1, note: '' }], 1, width)
      .words.filter(({ anchor }) => anchor === 'start')
      .map(({ text }) => text)
  expect(labelsAt(288, 'Portugiesisch (Brasilien)')).toEqual(['Portugiesisch', '(Brasilien)'])
  expect(labelsAt(288, 'ポルトガル語（ブラジル）')).toEqual(['ポルトガル語', '（ブラジル）'])
  expect(labelsAt(600, 'Portugiesisch (Brasilien)')).toEqual(['Portugiesisch (Brasilien)'])
  expect(labelsAt(288, 'Einwort')).toEqual(['Einwort'])
})

test('an hour is at its weekday and its place in the day, and darker for more', () => {
  const cells = [
    { name: 'a', weekday: 1, hour: 0, completed: 4 },
    { name: 'b', weekday: 7, hour: 23, completed: 1 },
  ]
  const { marks, width } = hourScene(cells, 640)
  const [monday, sunday] = marks
  expect(monday?.reach).toMatchObject({ x: 40, y: 4 })
  expect((sunday?.reach.x ?? 0) + (sunday?.reach.width ?? 0)).toBeCloseTo(width)
  expect([monday?.shapes[0]?.opacity, sunday?.shapes[0]?.opacity]).toEqual([1, 0.4])
})
