import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Format = 'png' | 'jpeg' | 'webp'

/** A picture of one color. */
export function picture(format: Format, width = 40, height = 20, background = '#cc2200'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background } })
    .toFormat(format)
    .toBuffer()
}

/** Random pixels, which no encoder compresses. */
export function noise(width: number, height: number): Promise<Buffer> {
  let state = 1
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state >> 8
  }
  const data = Buffer.from(Array.from({ length: width * height * 3 }, next))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A PNG that claims these dimensions; its data are a few zeros. */
export function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return png(chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(100_000))), chunk('IEND'))
}

/** The same PNG with another chunk after its header. */
export function withChunk(bytes: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 33), chunk(type, data), bytes.subarray(33)])
}

function png(...chunks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
