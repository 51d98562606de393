import { expect, test } from 'vitest'
import { encodeQr, qrSvg } from './qr.ts'

test('a code has its three corners, a quiet zone of four modules, and is dark on white', () => {
  const squares = encodeQr('https://timbre.example/t/us.tmb_share_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL')
  const { size, isDark } = squares
  const edge = size - 5
  for (const [column, row] of [
    [4, 4],
    [edge, 4],
    [4, edge],
  ] as const)
    expect(isDark(column, row)).toBe(true)
  for (let at = 0; at < size; at += 1)
    for (let rim = 0; rim < 4; rim += 1) expect(isDark(at, rim)).toBe(false)
  const svg = qrSvg(squares)
  expect(svg).toContain(
    `<rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="M4 4h7v1H4z`,
  )
  const drawn = [...svg.matchAll(/h(\d+)v1/g)].reduce((sum, [, run]) => sum + Number(run), 0)
  const dark = Array.from({ length: size * size }, (_, n) => isDark(n % size, Math.floor(n / size)))
  expect(drawn).toBe(dark.filter(Boolean).length)
})
