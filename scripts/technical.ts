import { writeFileSync } from 'node:fs'
import { contentRoot } from '../src/content/content-file.ts'
import { simulateTechnical } from './simulation/technical.ts'

/**
 * Writes `content/simulation.json`: what `/technical` shows while there are too few people. Everything is seeded, so
 * every run gives the same; a test runs it again and compares.
 */
export const simulated = { people: 2_000, seed: 106 }

function simulationText(): string {
  return `${JSON.stringify(simulateTechnical(simulated.people, simulated.seed), null, 1)}\n`
}

if (import.meta.main) writeFileSync(new URL('simulation.json', contentRoot), simulationText())
