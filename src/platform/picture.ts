import sharp from 'sharp'
import { Failure } from '../contract/failure.ts'
import type { Picture } from '../contract/ports.ts'
import { detectFormat, findPictureFault } from './picture-format.ts'

/** Pixels of a picture at most: decoded, sixteen million take 64 MiB. Those of 16 bits a channel count twice. */
const maxPixels = 4096 * 4096
/** Pixels on the longer side of what is kept: three times the largest box in which a logo is shown. */
const maxSide = 512
/** Pictures that are decoded at once, and those that may wait for their turn. */
const [maxConcurrent, maxQueued] = [2, 16]
/**
 * Whoever has waited so long is refused, and a picture that takes so long is too much: together less than the time
 * after which the connection is cut, so that nobody's picture is set without an answer.
 */
const maxSeconds = 5

/**
 * Decodes a PNG, JPEG or WebP and encodes it as a PNG, upright, in sRGB and at most 512 px on a side; nothing but
 * its pixels remains. Decoding runs on the threads of libuv, one for each picture and few pictures at once.
 *
 * Fails as `invalid` for what is not one whole still picture of that type, and as `unavailable` when too many wait.
 */
export async function encodePicture(bytes: Buffer, contentType: string): Promise<Picture> {
  const format = detectFormat(bytes)
  if (!format)
    throw refused('is no PNG, JPEG or WebP picture. Other formats, SVG and GIF among them, are not taken')
  if (contentType !== `image/${format}`) {
    throw refused(
      `is a picture of the type image/${format}, and contentType says ${contentType}. Send the one it is`,
    )
  }
  const fault = findPictureFault(bytes, format)
  if (fault) throw refused(faultMessages[fault])
  return runQueued(() => encode(bytes, format))
}

const faultMessages = {
  truncated: 'ends before the picture does. Send the whole file',
  trailing: 'goes on after the end of the picture. Save the picture anew and send that file',
  animated: 'moves. Send a still picture',
}

const unreadableMessage = 'cannot be read as a picture. Save it anew and send that file'

async function encode(bytes: Buffer, format: string): Promise<Picture> {
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
  // The sizes stand in the first bytes, so a bomb is known, and named, before anything of it is unpacked.
  const head = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(asRefusal)
  if (head.format !== format || !head.width || !head.height) throw refused(unreadableMessage)
  const isDeep = head.depth !== 'uchar'
  if (head.width * head.height * (isDeep ? 2 : 1) > maxPixels) {
    const most = isDeep ? '8 million of 16 bits' : '16 million'
    throw refused(`has ${head.width} × ${head.height} pixels; a logo has at most ${most}. Send a smaller one`)
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

/** What the decoder says names its own parts, so it stays in the cause. */
function asRefusal(cause: unknown): never {
  throw refused(unreadableMessage, cause)
}

function refused(what: string, cause?: unknown): Failure {
  return new Failure('invalid_picture', { message: `data ${what}.`, param: 'data', cause })
}

// One thread a picture; libvips would otherwise take as many as there are cores, and its cache has no use here.
sharp.concurrency(1)
sharp.cache(false)

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
    // The place is handed on as it is, so that nobody comes in between.
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
}

function wait(): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1)
      reject(tooMany())
    }, maxSeconds * 1000)
    const go = () => {
      clearTimeout(late)
      resolve()
    }
    waiting.push(go)
  })
}

function tooMany(): Failure {
  return new Failure('unavailable', {
    message: 'Too many pictures are being read. Try again shortly.',
    retryAfterSeconds: 2,
  })
}
