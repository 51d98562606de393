import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { simulation } from '../src/content/technical.ts'
import { simulateTechnical } from './simulation/technical.ts'
import { simulated } from './technical.ts'

test('the simulation of a hundred people comes out again, digit for digit', () => {
  const figures = JSON.stringify(simulateTechnical(100, simulated.seed))
  expect(createHash('sha256').update(figures).digest('hex')).toBe(
    '6560b5a0648eed22a4da3244fc9933d617b35d48bb55189dd247082266543e42',
  )
})

test('the committed simulation comes out again, digit for digit', { tags: 'long' }, () => {
  expect(simulateTechnical(simulated.people, simulated.seed)).toEqual(simulation)
})
