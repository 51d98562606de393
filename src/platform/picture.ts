import { Failure } from '../contract/failure.ts'
import type { Picture } from '../contract/ports.ts'
import { detectFormat, findPictureFault } from './picture-format.ts'

/** Maximum number of pixels: sixteen million take 64 MiB decoded. Those with 16 bits per channel count twice. */
const maxPixels = 4096 * 4096
/** Maximum length of the longer side after encoding: three times the largest box in which a logo is shown. */
const maxSide = 512
/** Pictures that are decoded concurrently, and those that may wait in the queue. */
const [maxConcurrent, maxQueued] = [2, 16]
/**
 * Maximum seconds in the queue, and for decoding. Together they are less than the request timeout, so that a picture is
 * never set after its request was cut off.
 */
const maxSeconds = 5

/**
 * Decodes a PNG, JPEG or WebP picture and encodes it as PNG, upright, in sRGB and at most 512 px on a side. Only its
 * pixels are kept. Decoding runs on libuv's threads, one per picture and few at a time.
 *
 * Fails as `invalid` for anything but one complete still picture of that type, and as `unavailable` if the queue is
 * full.
 */
export async function encodePicture(bytes: Buffer, contentType: string): Promise<Picture> {
  const format = detectFormat(bytes)
  if (!format) throw refused('is not a PNG, JPEG or WebP image. SVG, GIF and other formats are not supported')
  if (contentType !== `image/${format}`) {
    throw refused(
      `is an image of type image/${format}, but contentType is ${contentType}. Send the actual type`,
    )
  }
  const fault = findPictureFault(bytes, format)
  if (fault) throw refused(faultMessages[fault])
  return runQueued(() => encode(bytes, format))
}

/**
 * Renders an SVG document as PNG, under the same limits. Only for documents that this service wrote, without text of
 * others: SVG can name files and addresses.
 */
export function drawPicture(svg: string): Promise<Buffer> {
  return runQueued(async () => {
    const sharp = await loadSharp()
    return sharp(Buffer.from(svg))
      .png({ compressionLevel: 9, palette: true })
      .timeout({ seconds: maxSeconds })
      .toBuffer()
  })
}

const faultMessages = {
  truncated: 'ends before the image is complete. Send the whole file',
  trailing: 'continues after the end of the image. Save the image again and send that file',
  animated: 'is animated. Send a still image',
}

const unreadableMessage = 'is not a readable image. Save it again and send that file'

async function encode(bytes: Buffer, format: string): Promise<Picture> {
  const sharp = await loadSharp()
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
  // The size is in the first bytes, so decompression bombs are refused before anything is decoded.
  const head = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(asRefusal)
  if (head.format !== format || !head.width || !head.height) throw refused(unreadableMessage)
  const isDeep = head.depth !== 'uchar'
  if (head.width * head.height * (isDeep ? 2 : 1) > maxPixels) {
    const maxText = isDeep ? '8 million of 16 bits' : '16 million'
    throw refused(
      `has ${head.width} × ${head.height} pixels; a logo can have at most ${maxText}. Send a smaller ` +
        'one',
    )
  }
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(asRefusal)
  return { png: data, width: info.width, height: info.height }
}

/** The decoder's message names internals, so it is only kept as the cause. */
function asRefusal(cause: unknown): never {
  throw refused(unreadableMessage, cause)
}

function refused(problem: string, cause?: unknown): Failure {
  return new Failure('invalid_picture', { message: `data ${problem}.`, param: 'data', cause })
}

/** Loaded with the first picture: a start doesn't need it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One thread per picture; libvips would otherwise use as many as there are cores. Its cache is of no use here.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

let busy = 0
const waiting: (() => void)[] = []

async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= maxConcurrent) {
    if (waiting.length >= maxQueued) throw tooMany()
    await wait()
  } else busy += 1
  try {
    return await work()
  } finally {
    // The slot is passed to the next one directly, so that no new request takes it.
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
}

function wait(): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(tooMany())
    }, maxSeconds * 1000)
    const start = () => {
      clearTimeout(timeout)
      resolve()
    }
    waiting.push(start)
  })
}

function tooMany(): Failure {
  return new Failure('unavailable', {
    message: 'Too many images are being processed. Try again shortly.',
    retryAfterSeconds: 2,
  })
}
