import { expect, test } from 'vitest'
import { simulation } from '../src/content/technical.ts'
import { simulateTechnical } from './simulation/technical.ts'
import { simulated } from './technical.ts'

test('the committed simulation comes out again, digit for digit', () => {
  expect(simulateTechnical(simulated.people, simulated.seed)).toEqual(simulation)
})
