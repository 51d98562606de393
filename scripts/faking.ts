import { writeFileSync } from 'node:fs'
import { fakingPath } from './manual/faking.ts'
import { studyFaking } from './simulation/faking.ts'

/**
 * Writes `docs/manual/faking.json`, the figures of the manual's page on faking. Everything is seeded, so every run gives
 * the same; a test runs it again and compares. `node scripts/manual.ts` writes them into the page afterwards.
 */
export const faking = { people: 2_000, seed: 112 }

if (import.meta.main)
  writeFileSync(fakingPath, `${JSON.stringify(studyFaking(faking.people, faking.seed), null, 2)}\n`)
