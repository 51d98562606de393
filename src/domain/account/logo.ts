import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Failure, notFound } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { recordEvent } from '../event/record.ts'
import { readAccountResource } from './account-resource.ts'
import { AccountResource } from './model.ts'
import { findLogo, lockAccount, removeLogo, writeLogo } from './store.ts'

/** Maximum size of an uploaded image, in bytes. */
const maxBytes = 256 * 1024

const types = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Maps a raw image body to the equivalent JSON input. */
const bodies = Object.fromEntries(
  types.map((contentType) => [
    contentType,
    (body: Buffer) => ({ contentType, data: body.toString('base64') }),
  ]),
)

/** A 2×2 pixel image, for the API reference. */
const examplePicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAMAAABFaP0WAAAAA1BMVEUfX7PfS3o6AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQImWNgAAEAAAYAAeaH/n8AAAAASUVORK5CYII='

export const setAccountLogo = operation({
  name: 'set_account_logo',
  summary: 'Set the logo of the account',
  description:
    'A PNG, JPEG or WebP of up to 256 KiB, either as JSON with `data` in base64 or as the raw body. ' +
    'It is re-encoded as a PNG of at most 512 pixels per side, without metadata. SVG and GIF are not ' +
    'supported.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['account.updated'],
  refuses: ['tooLarge', 'unavailable'],
  input: z.strictObject({
    contentType: z
      .enum(types, { error: `must be one of ${types.join(', ')}` })
      .meta({ description: 'Type of the image. It must match the data.', examples: ['image/png'] }),
    data: z
      .base64('is not base64 with its padding (RFC 4648 section 4)')
      .min(1, 'must not be empty')
      .meta({
        description: 'The image in base64, up to 256 KiB.',
        examples: [examplePicture],
      }),
  }),
  output: AccountResource,
  rest: {
    group: 'accounts',
    route: 'PUT /account/logo',
    sdk: 'accounts.setLogo',
    key: 'data',
    status: 200,
    bodies,
  },
  /** Re-encodes the upload, so `run` only sees images that this service encoded. */
  async prepare({ contentType, data }, { encodePicture }) {
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length > maxBytes) {
      throw new Failure('too_large', {
        message: 'The logo is larger than 256 KiB. Send a smaller image.',
        param: 'data',
      })
    }
    const { png } = await encodePicture(bytes, contentType)
    return { contentType: 'image/png' as const, data: png.toString('base64') }
  },
  async run({ sql, account, now, installation }, { data }) {
    const png = Buffer.from(data, 'base64')
    const digest = createHash('sha256').update(png).digest('hex')
    const current = await lockAccount(sql, account.id)
    if (current.logoDigest === digest)
      return { resource: await readAccountResource({ sql, now, installation }, current), changes: [] }
    recordEvent(sql, { type: 'account.updated', data: { fields: ['logo'] } })
    const at = now()
    await writeLogo(sql, account.id, { png, digest, ...sizeOf(png) }, at)
    return {
      resource: await readAccountResource(
        { sql, now, installation },
        { ...current, logoDigest: digest, updatedAt: at.toISOString() },
      ),
      changes: [{ target: { type: 'account', id: account.id }, changes: { digest } }],
    }
  },
})

export const deleteAccountLogo = operation({
  name: 'delete_account_logo',
  summary: 'Remove the logo of the account',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['account.updated'],
  input: z.strictObject({}),
  output: AccountResource,
  rest: {
    group: 'accounts',
    route: 'DELETE /account/logo',
    sdk: 'accounts.deleteLogo',
    key: 'data',
    status: 200,
  },
  async run({ sql, account, now, installation }) {
    const current = await lockAccount(sql, account.id)
    const { logoDigest: digest } = current
    if (digest === null)
      return { resource: await readAccountResource({ sql, now, installation }, current), changes: [] }
    recordEvent(sql, { type: 'account.updated', data: { fields: ['logo'] } })
    const at = now()
    await removeLogo(sql, account.id, at)
    return {
      resource: await readAccountResource(
        { sql, now, installation },
        { ...current, logoDigest: null, updatedAt: at.toISOString() },
      ),
      changes: [{ target: { type: 'account', id: account.id }, changes: { digest } }],
    }
  },
})

/** The logo at its public URL. Paused accounts still serve it, because people in the middle of an assessment see it. */
export const readLogo = operation({
  name: 'read_logo',
  summary: 'Read the logo of an account',
  access: 'visitor',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: z.strictObject({ png: z.instanceof(Buffer) }),
  async run({ sql, account }, { digest }) {
    const png = await findLogo(sql, account.id, digest)
    if (!png) throw notFound('There is no such logo.')
    return { resource: { png } }
  },
})

/** PNG, third edition, section 11.2.1: the first chunk (IHDR) starts with width and height. */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
