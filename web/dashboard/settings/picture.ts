import { fill } from '../language/fill.ts'
import { words } from './words.ts'

const types = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof types)[number]

const mostBytes = 256 * 1024

/** Why a file can't be the logo; undefined if it can. The service checks again. */
export function pictureProblem({ type, size }: { type: string; size: number }): string | undefined {
  if (!types.some((one) => one === type)) return words.logo.wrongType
  if (size > mostBytes) return fill(words.logo.tooLarge, { size: Math.ceil(size / 1024) })
  return undefined
}

/** The bytes in base64. */
export async function readPicture(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
