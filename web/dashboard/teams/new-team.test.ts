import { expect, test } from 'vitest'
import { newTeam } from './new-team.ts'

const looks = { name: 'Launch', note: null, color: 'emerald' } as const

test('a new team of people is one that the previous version can save, too', () => {
  expect(newTeam(looks, { profileIds: ['1'] })).toEqual({ ...looks, profileIds: ['1'] })
  expect(newTeam(looks, { profileIds: ['1'], tagIds: [], savedTeamIds: [] })).toEqual({
    ...looks,
    profileIds: ['1'],
  })
})

test('a new team has the people of tags and saved teams', () => {
  const chosen = { tagIds: ['2'], savedTeamIds: ['3'] }
  expect(newTeam(looks, chosen)).toEqual({ ...looks, profileIds: [], ...chosen })
})
