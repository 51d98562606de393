import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { placeOfZone, timeZoneInput } from './time-zone.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

test('the database knows each time zone that is taken, with the same clock in winter and summer', async () => {
  const zones = [
    ...Intl.supportedValuesOf('timeZone'),
    ...['UTC', 'GMT', 'CET', 'EET', 'WET', 'MET', 'EST', 'EST5EDT', 'PST8PDT', 'Cuba', 'Japan', 'US/Pacific'],
  ]
  const times = ['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z']
  const clock = (timeZone: string, time: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(time),
    )
  const rows = await db.admin<{ zone: string; time: string; clock: string }>(
    `select zone, time, to_char(time::timestamptz at time zone place, 'YYYY-MM-DD HH24:MI') as clock
       from unnest($1::text[], $2::text[]) as named (zone, place), unnest($3::text[]) as time`,
    [zones, zones.map((zone) => placeOfZone(timeZoneInput('').parse(zone))), times],
  )
  expect(rows).toHaveLength(zones.length * times.length)
  expect(rows.filter((row) => row.clock !== clock(row.zone, row.time))).toEqual([])
})
