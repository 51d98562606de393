import { defineConfig } from 'vitest/config'

/** Drills take minutes and print figures; `npm run drill` runs them one by one. */
export default defineConfig({
  test: {
    include: ['test/drills/*.drill.ts'],
    globalSetup: ['test/support/cluster.ts'],
    setupFiles: ['test/support/each-file.ts'],
    isolate: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 1,
    reporters: ['verbose'],
    disableConsoleIntercept: true,
  },
})
