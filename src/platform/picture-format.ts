/** The supported formats, as the subtype of their media types. */
export type PictureFormat = 'png' | 'jpeg' | 'webp'

/** Detects the format by the first bytes of the file, whatever its declared type. */
export function detectFormat(bytes: Buffer): PictureFormat | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (bytes.length > 2 && bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg'
  if (wordAt(bytes, 0) === 'RIFF' && wordAt(bytes, 8) === 'WEBP') return 'webp'
  return undefined
}

export type PictureFault = 'truncated' | 'trailing' | 'animated'

/**
 * Walks through the parts of a file without decoding any. A decoder stops at the end of the picture, so data after that
 * point would be for another reader, which may see the file as a page or a program.
 */
export function findPictureFault(bytes: Buffer, format: PictureFormat): PictureFault | undefined {
  const end = { png: walkPng, jpeg: walkJpeg, webp: walkWebp }[format](bytes)
  if (end === 'animated' || end === 'truncated') return end
  if (end > bytes.length) return 'truncated'
  return end < bytes.length ? 'trailing' : undefined
}

type Walk = number | 'truncated' | 'animated'

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** PNG, third edition, section 5: length, type, data, checksum. IEND is the last chunk, acTL marks an animation. */
function walkPng(bytes: Buffer): Walk {
  let at = 8
  while (at + 12 <= bytes.length) {
    const type = wordAt(bytes, at + 4)
    if (type === 'acTL') return 'animated'
    at += 12 + bytes.readUInt32BE(at)
    if (type === 'IEND') return at
  }
  return 'truncated'
}

/** ITU T.81, annex B: segments with their length; scan data after a start of scan, in which FF is followed by 00. */
function walkJpeg(bytes: Buffer): Walk {
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return 'truncated'
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return at + 2
    else if (marker === 0x01 || isRestart(marker)) at += 2
    else if (at + 4 > bytes.length) return 'truncated'
    else {
      at += 2 + bytes.readUInt16BE(at + 2)
      if (marker === 0xda) at = endOfScan(bytes, at)
    }
  }
  return 'truncated'
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !isRestart(next)) return at
  }
  return bytes.length
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** RFC 9649, section 2.3: the length in the header counts everything after it. Animations have ANIM and ANMF chunks. */
function walkWebp(bytes: Buffer): Walk {
  const end = 8 + bytes.readUInt32LE(4)
  for (let at = 12; at + 8 <= Math.min(end, bytes.length); ) {
    if (/^AN(IM|MF)$/.test(wordAt(bytes, at))) return 'animated'
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return end
}

function wordAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4)
}
