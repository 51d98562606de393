import type { QrMatrix } from './qr.ts'

/** The QR code as a PNG, with whole pixels per square, large enough for a poster. */
export async function qrPng({ size, isDark }: QrMatrix): Promise<Blob> {
  const scale = Math.ceil(1200 / size)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: size * scale,
    height: size * scale,
  })
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser draws no pictures.')
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = '#000'
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (isDark(column, row)) drawing.fillRect(column * scale, row * scale, scale, scale)
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser made no picture.')
  return blob
}
