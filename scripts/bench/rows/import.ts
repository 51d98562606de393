import type { CopyQuestion } from '../copying.ts'
import { type Row, rateOf, type Sample, type Side } from '../row.ts'
import type { Setting } from '../setting.ts'

/** Importing lists of 500 people, in people a second, next to COPY of the same rows into the same indexes. */
export async function importRows({ requests, service, start }: Setting): Promise<Row[]> {
  const rows = Array.from({ length: peopleAtOnce }, (_, index) => ({
    ...{ email: `import-{id}-${index}@example.com`, firstName: 'Ada', lastName: 'Osei' },
  }))
  const imports = requests(
    [{ method: 'POST', path: '/api/v4/profiles/import', body: JSON.stringify({ rows }) }],
    {
      connections: 1,
    },
  )
  const copying = start('copying.ts')
  const copy: Side = {
    name: 'COPY',
    run: (milliseconds) => copying.ask<Sample>({ owner: service.owner, milliseconds } satisfies CopyQuestion),
  }
  return [
    {
      path: '`POST /profiles/import`, lists of 500, in people',
      sides: [{ ...imports, run: async (milliseconds) => inPeople(await imports.run(milliseconds)) }, copy],
      goals: [rateOf(0.5, 'COPY')],
    },
  ]
}

const peopleAtOnce = 500

function inPeople(sample: Sample): Sample {
  return { ...sample, perSecond: sample.perSecond * peopleAtOnce }
}
