import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import sharp from 'sharp'

/** How much a picture differs from another, both scaled down until letters blur and only blocks are visible. */
export type ImageDifference = {
  /** Mean difference of all samples, 0 to 255. */
  mean: number
  /** Share of samples that differ by more than a quarter of the range. */
  far: number
}

/** Pixels per sample, in each direction. */
const step = 16

/**
 * Compares a picture with the one stored at this path, or stores it if `KEEP_PICTURES` is set. At this scale, font
 * rendering and today's date make little difference, while a missing, moved or wrongly colored part shows.
 */
export async function compareImage(path: string, picture: Buffer): Promise<ImageDifference> {
  const now = await downsample(picture)
  if (process.env.KEEP_PICTURES || !existsSync(path)) {
    if (!process.env.KEEP_PICTURES)
      throw new Error(`${path} is not kept yet: run with KEEP_PICTURES=1 and look at it`)
    mkdirSync(dirname(path), { recursive: true })
    const { width, height, channels } = now.info
    writeFileSync(
      path,
      await sharp(now.data, { raw: { width, height, channels } }).png({ effort: 10 }).toBuffer(),
    )
  }
  return difference(
    now,
    await sharp(readFileSync(path)).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
  )
}

/** Compares two pictures of full size in the same way. */
export async function comparePictures(one: Buffer, other: Buffer): Promise<ImageDifference> {
  return difference(await downsample(one), await downsample(other))
}

type Samples = Awaited<ReturnType<typeof downsample>>

function difference(now: Samples, kept: Samples): ImageDifference {
  if (kept.info.width !== now.info.width || kept.info.height !== now.info.height) return { mean: 255, far: 1 }
  const { channels } = now.info
  const places = now.data.length / channels
  const differences = Array.from({ length: places }, (_, place) => {
    const at = place * channels
    return Math.max(
      ...[0, 1, 2].map((one) => Math.abs((now.data[at + one] ?? 0) - (kept.data[at + one] ?? 0))),
    )
  })
  return {
    mean: differences.reduce((sum, one) => sum + one, 0) / places,
    far: differences.filter((difference) => difference > 64).length / places,
  }
}

async function downsample(picture: Buffer) {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  return sharp(picture)
    .removeAlpha()
    .resize(Math.round(width / step), Math.round(height / step), { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}
