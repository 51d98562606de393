import { z } from 'zod'
import { actorKinds } from '../../contract/actor.ts'
import { scopes } from '../../contract/scope.ts'

const Id = z.string().regex(/^[0-9a-f]{24}$/)

const about = { accountId: Id, at: z.iso.datetime(), requestId: z.string() }

const AppConnected = z.strictObject({
  kind: z.literal('app_connected'),
  ...about,
  grantId: Id,
  memberId: Id,
  clientId: z.string(),
  appName: z.string(),
  scopes: z.array(z.enum(scopes)),
})

const AppDisconnected = z.strictObject({
  kind: z.literal('app_disconnected'),
  ...about,
  grantId: Id,
  clientId: z.string(),
  actor: z.strictObject({
    kind: z.enum(actorKinds),
    id: z.string(),
    clientId: z.string().nullable(),
  }),
  reason: z.string(),
})

const TokenRevoked = z.strictObject({
  kind: z.literal('token_revoked'),
  ...about,
  tokenId: z.string(),
})

/** A message in the feed of a zone. */
export const FeedEntry = z.strictObject({
  seq: z.int().positive(),
  id: Id,
  message: z.discriminatedUnion('kind', [AppConnected, AppDisconnected, TokenRevoked]),
})

export type FeedEntry = z.output<typeof FeedEntry>

/** The messages of a feed after a number, in order, and its highest number. */
export const FeedPage = z.strictObject({ entries: z.array(FeedEntry), lastSeq: z.int().nonnegative() })

export type FeedPage = z.output<typeof FeedPage>
