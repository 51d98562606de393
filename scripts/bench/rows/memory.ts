import type { SingleRow } from '../row.ts'
import type { Setting } from '../setting.ts'

/** Memory of the service and of its database, at rest and under load. Linux only. */
export async function memoryRows({ memory, requests }: Setting): Promise<SingleRow[]> {
  const atRest = memory.atRest
  if (!atRest) return []
  return [
    {
      path: 'memory',
      async take() {
        const paths = [
          'profiles?limit=100',
          'tags?limit=100',
          'profiles?limit=100&includeTags=true',
          'audit-log?limit=100',
        ]
        const load = requests(
          paths.map((path) => ({ method: 'GET', path: `/api/v4/${path}` })),
          { connections: 32 },
        )
        await load.run(memoryMilliseconds)
        const highest = memory.now()
        return [
          { of: 'service at rest', value: atRest.service, unit: 'MB', most: 250 },
          { of: 'service, highest of the whole run', value: highest.serviceHighest, unit: 'MB', most: 400 },
          { of: 'database at rest', value: atRest.database, unit: 'MB' },
          { of: 'database under load', value: highest.database, unit: 'MB' },
        ]
      },
      note: 'resident memory of the service; of the database all processes, with shared pages counted once',
    },
  ]
}

const memoryMilliseconds = 3_000
