import { encode } from 'uqr'
import { words } from './words.ts'

/** The dark squares of a QR code with the quiet zone that readers need (ISO/IEC 18004: four squares). */
export type QrMatrix = { readonly size: number; readonly isDark: (column: number, row: number) => boolean }

export function encodeQr(text: string): QrMatrix {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  return { size, isDark: (column, row) => data[row]?.[column] === true }
}

/**
 * The QR code as SVG: dark on white in every theme, because many readers fail on the reverse. It has a title for use
 * as a standalone file.
 */
export function qrSvg({ size, isDark }: QrMatrix): string {
  const title = words.share.qrCode.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const runs: string[] = []
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(column, row)) continue
      const start = column
      while (isDark(column + 1, row)) column += 1
      runs.push(`M${start} ${row}h${column - start + 1}v1H${start}z`)
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img">` +
    `<title>${title}</title><rect width="${size}" height="${size}" fill="#fff"/>` +
    `<path fill="#000" d="${runs.join('')}"/></svg>`
  )
}
