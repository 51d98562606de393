import { defineConfig } from 'vitest/config'
import type { TestSequencerConstructor } from 'vitest/node'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  test: {
    // `npm test` leaves them out, `npm run test:all` and a run of named files don't.
    tags: [{ name: 'long', description: 'Takes seconds, and has a shorter test beside it.' }],
    include: ['{src,web,clients,scripts,test}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/cluster.ts'],
    setupFiles: ['test/support/each-file.ts'],
    sequence: { sequencer: LongestFirst as unknown as TestSequencerConstructor },
    // Loading the whole service anew for each file took more time than most of them.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A second, the default, is too short for a page or a message on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Three more than the two cores that a run may count on: many tests wait, for a clock, a lock or a page.
    maxWorkers: 5,
    // Five workers use both cores already. Collecting garbage on threads of its own costs each of them a tenth more
    // processor time, and so does a small young generation. The optimizing compiler costs more than it saves: little
    // runs long enough.
    execArgv: ['--single-threaded-gc', '--max-semi-space-size=32', '--no-turbofan'],
  },
})
