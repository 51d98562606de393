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
 * Scans the parts of a file without decoding any. A decoder stops at the end of the image, so data after that point
 * would be for another reader, which may see the file as a page or a program.
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
  let offset = 8
  while (offset + 12 <= bytes.length) {
    const type = wordAt(bytes, offset + 4)
    if (type === 'acTL') return 'animated'
    offset += 12 + bytes.readUInt32BE(offset)
    if (type === 'IEND') return offset
  }
  return 'truncated'
}

/** ITU T.81, annex B: segments with their length; scan data after a start of scan, in which FF is followed by 00. */
function walkJpeg(bytes: Buffer): Walk {
  let offset = 2
  while (offset + 2 <= bytes.length) {
    if (bytes[offset] !== 0xff) return 'truncated'
    const marker = bytes[offset + 1] ?? 0
    if (marker === 0xff) offset += 1
    else if (marker === 0xd9) return offset + 2
    else if (marker === 0x01 || isRestart(marker)) offset += 2
    else if (offset + 4 > bytes.length) return 'truncated'
    else {
      offset += 2 + bytes.readUInt16BE(offset + 2)
      if (marker === 0xda) offset = endOfScan(bytes, offset)
    }
  }
  return 'truncated'
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let offset = bytes.indexOf(0xff, from); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const next = bytes[offset + 1] ?? 0
    if (next !== 0 && !isRestart(next)) return offset
  }
  return bytes.length
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** RFC 9649, section 2.3: the length in the header counts everything after it. Animations have ANIM and ANMF chunks. */
function walkWebp(bytes: Buffer): Walk {
  const end = 8 + bytes.readUInt32LE(4)
  for (let offset = 12; offset + 8 <= Math.min(end, bytes.length); ) {
    if (/^AN(IM|MF)$/.test(wordAt(bytes, offset))) return 'animated'
    const length = bytes.readUInt32LE(offset + 4)
    offset += 8 + length + (length % 2)
  }
  return end
}

function wordAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, offset + 4)
}
