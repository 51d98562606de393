import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,web,scripts,test}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/cluster.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
