import { z } from 'zod'
import {
  minPublishedSeconds,
  retiredKeySeconds,
  rotateSigningKeys,
  withdrawSigningKey,
} from '../../src/identity/signing-key-rotation.ts'
import type { SigningKeyRow } from '../../src/identity/signing-key-store.ts'
import { readSigningKeyRows } from '../../src/identity/signing-keys.ts'
import { command } from './command.ts'
import { table } from './table.ts'

export const listKeysCommand = command({
  name: 'keys list',
  summary: 'List the keys that sign access tokens; all of them are published.',
  usage: '',
  input: z.strictObject({}),
  async run({ database }) {
    const keys = (await readSigningKeyRows(database)).map((row) => ({
      kid: row.kid,
      state: row.state,
      createdAt: iso(row.createdAt),
      retiredAt: row.retiredAt && iso(row.retiredAt),
      publishedUntil: publishedUntil(row),
    }))
    const rows = keys.map((key) => [key.kid, key.state, key.createdAt, key.publishedUntil])
    return { text: table([['KEY ID', 'STATE', 'PUBLISHED', 'UNTIL'], ...rows]), json: { keys } }
  },
})

export const rotateKeysCommand = command({
  name: 'keys rotate',
  summary: 'Sign with the key that is published as the next one, and publish another next one.',
  usage: '',
  input: z.strictObject({}),
  async run({ database, secretKey, now }) {
    const rotation = await rotateSigningKeys(database, secretKey, now())
    const { active, next, retired } = rotation
    const sinceSeconds = (now().getTime() - new Date(active.createdAt).getTime()) / 1000
    const rows = [
      ['signs now', active.kid],
      ['comes next', next.kid],
      ['retired', retired ? `${retired.kid} (published until ${retired.publishedUntil})` : null],
    ]
    const running = 'Running processes take it over within 2 seconds; no token that is valid now ends.'
    const text = [table(rows), running, ...(sinceSeconds < minPublishedSeconds ? [young(sinceSeconds)] : [])]
    return { text: text.join('\n'), json: { ...rotation, wasPublishedSeconds: Math.round(sinceSeconds) } }
  },
})

export const withdrawKeyCommand = command({
  name: 'keys withdraw',
  summary: 'Unpublish a key that somebody may have got hold of: every token that it has signed ends.',
  usage: '<KEY_ID>',
  argument: 'keyId',
  input: z.strictObject({
    keyId: z.string().regex(/^[\w-]{43}$/, 'is not a key id; list them with: keys list'),
  }),
  async run({ database, secretKey, now }, { keyId }) {
    const { wasNext } = await withdrawSigningKey(database, secretKey, keyId, now())
    const lines = [
      `The key ${keyId} is withdrawn. This service refuses its tokens within 2 seconds, other regions and verifiers`,
      'once they read the published keys again (300 seconds as a rule). Programs and apps get new tokens by themselves.',
      ...(wasNext ? ['It would have signed next; another one was published in its place.'] : []),
    ]
    return { text: lines.join('\n'), json: { key: { kid: keyId }, wasNext } }
  },
})

function young(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const age = hours > 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : 'less than an hour'
  return [
    `This key has been published for ${age} only. This service knows it already, but a verifier of your own that`,
    'keeps the published keys for a day may refuse new tokens until it reads them again.',
  ].join('\n')
}

function publishedUntil({ retiredAt }: SigningKeyRow): string | null {
  return retiredAt && iso(new Date(retiredAt).getTime() + retiredKeySeconds * 1000)
}

function iso(time: string | number): string {
  return new Date(time).toISOString()
}
