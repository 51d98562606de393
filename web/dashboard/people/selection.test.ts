import { expect, test } from 'vitest'
import {
  addUpToMost,
  emptySelection,
  mostSelected,
  pageState,
  type Selection,
  toggle,
  togglePage,
} from './selection.ts'

type One = { id: string }
const people = ['a', 'b', 'c', 'd', 'e'].map((id): One => ({ id }))
const idsOf = ({ chosen }: Selection<One>) => [...chosen.keys()].sort().join('')
const press = (selection: Selection<One>, id: string, isRange = false) =>
  toggle(selection, id, { people, isRange })

test('toggles one person, and with Shift everyone from the last to this one, in both directions', () => {
  const one = press(emptySelection, 'd')
  expect(idsOf(one)).toBe('d')
  expect(idsOf(press(one, 'b', true))).toBe('bcd')
  expect(idsOf(press(press(emptySelection, 'a'), 'c', true))).toBe('abc')
})

test('gives a range the state of its last person, also unselected', () => {
  const all = togglePage<One>(emptySelection, people, true)
  const without = press(press(all, 'b'), 'd', true)
  expect(idsOf(without)).toBe('ae')
})

test('treats Shift as a plain click without an earlier selection', () => {
  expect(idsOf(press(emptySelection, 'c', true))).toBe('c')
  expect(idsOf(press({ chosen: new Map(), anchor: 'elsewhere' }, 'c', true))).toBe('c')
})

test('takes everyone who matches up to the limit, and no one twice', () => {
  const page = (from: number) => Array.from({ length: 100 }, (_, n): One => ({ id: `p${from + n}` }))
  let all: Selection<One> = togglePage(emptySelection, page(0), true)
  for (let from = 0; from < 3_000; from += 100) all = addUpToMost(all, page(from))
  expect([all.chosen.size, all.chosen.has('p1999'), all.chosen.has('p2000')]).toEqual([
    mostSelected,
    true,
    false,
  ])
})

test('adds nobody beyond the limit, by one box or that of a page, and still takes people out', () => {
  const page = (from: number) => Array.from({ length: 100 }, (_, n) => ({ id: `${from + n}` }))
  let all: Selection<{ id: string }> = emptySelection
  for (let from = 0; from < mostSelected; from += 100) all = togglePage(all, page(from), true)
  const next = page(mostSelected)
  expect(togglePage(all, next, true).chosen.size).toBe(mostSelected)
  expect(toggle(all, `${mostSelected}`, { people: next, isRange: false }).chosen.size).toBe(mostSelected)
  expect(toggle(all, '0', { people: page(0), isRange: false }).chosen.size).toBe(mostSelected - 1)
})

test('toggles a page and keeps the selection of other pages', () => {
  const other: Selection<One> = { chosen: new Map([['z', { id: 'z' }]]), anchor: 'z' }
  const all = togglePage(other, people, true)
  expect(idsOf(all)).toBe('abcdez')
  expect(pageState(all.chosen, people)).toBe('all')
  expect(idsOf(togglePage(all, people, false))).toBe('z')
  expect(pageState(press(emptySelection, 'a').chosen, people)).toBe('some')
  expect(pageState(other.chosen, people)).toBe('none')
})
