import { get } from 'node:http'
import type { SingleFigure, SingleRow } from '../row.ts'
import type { Setting } from '../setting.ts'

/** The bytes of a page for clients that accept compressed answers. */
export async function compressionRows({ service, authorization }: Setting): Promise<SingleRow[]> {
  const bytesOf = (encoding: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { ...authorization, 'accept-encoding': encoding }
      const path = '/api/v4/profiles?limit=50'
      get({ host: service.host, port: service.port, path, headers, agent: false }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () => resolve(bytes)).on('error', reject)
      }).on('error', reject)
    })
  return [
    {
      path: 'bytes of a page of 50',
      async take() {
        const plain = await bytesOf('identity')
        const figures = ['br', 'gzip'].map(
          async (encoding): Promise<SingleFigure> => ({
            ...{
              of: `for clients with ${encoding}`,
              value: (await bytesOf(encoding)) / 1_000,
              unit: 'kB',
              most: 0.3,
            },
            other: { name: 'plain', value: plain / 1_000 },
          }),
        )
        return Promise.all(figures)
      },
    },
  ]
}
