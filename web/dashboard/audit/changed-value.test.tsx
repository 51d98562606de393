import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangedValue } from './changed-value.tsx'

const shown = (field: string, value: unknown) =>
  renderToStaticMarkup(<ChangedValue field={field} value={value} />)

test.each([
  ['since', '2026-11-30T09:00:00.000Z'],
  ['othersEndAt', '2026-11-30T09:00:00Z'],
])('%s %s is shown as a moment', (field, value) => {
  expect(shown(field, value)).toMatch(/^<time dateTime="2026-11-30T09:00:00.*>30 Nov 2026, /)
})

test.each([
  ['appName', '2026-11-30Trial'],
  ['appName', '2026-11-30T-Bot'],
  ['appName', '2026-11-30T09:00:00.000Z'],
  ['until', '2026-11-30Today'],
  ['until', '2026-13-40T25:61:00.000Z'],
  ['host', '2026-11-30T09:00:00.000Z.example'],
])('%s %s is shown as text', (field, value) => {
  expect(shown(field, value)).toBe(value)
})
