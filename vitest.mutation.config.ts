import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutation` expects to fail when the code that they test is changed. */
export default defineConfig({
  plugins: process.env.MUTATION ? [mutation(JSON.parse(process.env.MUTATION))] : [],
  test: {
    include: [
      'src/gate/*.test.ts',
      'src/identity/token-verifier*.test.ts',
      'src/identity/authorization/records.test.ts',
      'src/domain/account/caller-status-store.test.ts',
    ],
    globalSetup: ['test/support/cluster.ts'],
    setupFiles: ['test/support/each-file.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})

/** One change of a statement, as `scripts/mutation/sql.ts` asks for it. */
function mutation(change: { file: string; start: number; end: number; to: string }): Plugin {
  return {
    name: 'mutation',
    enforce: 'pre',
    // Vitest keeps what it has transformed and knows files by their text, which is the same for every change.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (id.endsWith(change.file) ? false : undefined)),
    transform: (code, id) =>
      id.endsWith(change.file) ? code.slice(0, change.start) + change.to + code.slice(change.end) : undefined,
  }
}
