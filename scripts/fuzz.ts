import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** `npm run fuzz -- [--requests 20000] [--seed N]`: the fuzz test with a larger budget; the seed repeats a run. */
const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
const requests = values.requests ?? '20000'
const seed = values.seed ?? String(Date.now() % 1_000_000_007)
if (!/^[1-9]\d{0,7}$/.test(requests) || !/^\d{1,10}$/.test(seed)) {
  process.stderr.write('Give whole numbers: npm run fuzz -- --requests 20000 --seed 7\n')
  process.exit(2)
}
process.stdout.write(`${requests} requests, seed ${seed}\n`)
const run = spawnSync('vitest', ['run', 'test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
})
process.exit(run.status ?? 1)
