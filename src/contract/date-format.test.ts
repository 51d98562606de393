import { expect, test } from 'vitest'
import { dateFormat } from './date-format.ts'

const day = new Date('2026-11-21T23:30:00Z')

test('formats each date in its own zone and language', () => {
  const inZone = (language: string, timeZone: string) =>
    dateFormat(language, { timeZone, weekday: 'long' }).format(day)
  for (let round = 0; round < 2; round++) {
    expect(inZone('en', 'UTC')).toBe('Saturday')
    expect(inZone('en', 'Asia/Tokyo')).toBe('Sunday')
    expect(inZone('de', 'Asia/Tokyo')).toBe('Sonntag')
  }
  expect(dateFormat('en', { timeZone: 'UTC', weekday: 'short' }).format(day)).toBe('Sat')
})

test('throws for an unknown zone, each time', () => {
  for (let round = 0; round < 2; round++)
    expect(() => dateFormat('en', { timeZone: 'Nowhere/Land' })).toThrow(RangeError)
})

test('keeps five hundred formats at most', () => {
  const first = dateFormat('en', { timeZone: 'UTC', year: 'numeric' })
  expect(dateFormat('en', { timeZone: 'UTC', year: 'numeric' })).toBe(first)
  for (let minutes = 0; minutes < 500; minutes++) {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0'))
    dateFormat('en', { timeZone: `+${hours}:${rest}` })
  }
  expect(dateFormat('en', { timeZone: 'UTC', year: 'numeric' }) === first).toBe(false)
})
