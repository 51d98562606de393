import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noise, picture } from '../../test/support/pictures.ts'
import { encodePicture } from './picture.ts'

test('other work continues while a picture is decoded', async () => {
  const bytes = await noise(500, 500)
  const order: string[] = []
  setImmediate(() => order.push('other work'))
  await encodePicture(bytes, 'image/png')
  order.push('picture')
  // If decoded on this thread, the picture would be done before the event loop turns once.
  expect(order).toEqual(['other work', 'picture'])
})

test('two are decoded at a time and sixteen wait; more are refused, and later ones are accepted again', async () => {
  const bytes = await picture('png')
  const outcomes = await Promise.all(
    Array.from({ length: 21 }, () =>
      encodePicture(bytes, 'image/png').then(
        () => 'done',
        (failure: { kind: string }) => failure.kind,
      ),
    ),
  )
  expect(outcomes).toEqual([...Array(18).fill('done'), ...Array(3).fill('unavailable')])
  expect((await encodePicture(bytes, 'image/png')).width).toBe(40)
})

test('a refused one frees its slot', async () => {
  const broken = (await picture('jpeg')).fill(0, 30, 200)
  for (let round = 0; round < 5; round += 1) {
    await expect(encodePicture(broken, 'image/jpeg')).rejects.toMatchObject({ kind: 'invalid' })
  }
  const { width, height } = await encodePicture(await picture('jpeg', 60, 30), 'image/jpeg')
  expect([width, height]).toEqual([60, 30])
})

test('pixels with 16 bits per channel count twice', async () => {
  const create = { width: 4000, height: 2100, channels: 3, background: '#fff' } as const
  const plain = await sharp({ create }).png().toBuffer()
  const deep = await sharp({ create }).toColourspace('rgb16').png().toBuffer()
  expect((await encodePicture(plain, 'image/png')).width).toBe(512)
  await expect(encodePicture(deep, 'image/png')).rejects.toMatchObject({
    message: 'data has 4000 × 2100 pixels; a logo can have at most 8 million of 16 bits. Send a smaller one.',
  })
})
