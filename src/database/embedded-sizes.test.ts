import { expect, test } from 'vitest'
import { sizesFor } from './embedded.ts'

const gigabyte = 1024 ** 3

test.each([
  [gigabyte / 8, '32MB', 24],
  [gigabyte / 2, '64MB', 24],
  [2 * gigabyte, '256MB', 40],
  [64 * gigabyte, '1024MB', 40],
])(
  'with %d bytes of memory the server has shared buffers of %s and %d connections',
  (bytes, shared, most) => {
    expect(sizesFor(bytes)).toMatchObject({ shared_buffers: shared, max_connections: most })
  },
)
