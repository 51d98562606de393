import { randomBytes } from 'node:crypto'
import type { Schema } from '../../src/contract/json-schema.ts'
import type { Random } from '../../src/scoring/random.ts'

/** Ids that requests may use, by kind; they appear and disappear while the service is used. */
export type Pool = Record<
  | 'profile'
  | 'completed'
  | 'tag'
  | 'resourceAlias'
  | 'debrief'
  | 'reportLink'
  | 'event'
  | 'webhook'
  | 'delivery'
  | 'message'
  | 'order'
  | 'connection'
  | 'shareLink'
  | 'campaign'
  | 'note'
  | 'savedTeam'
  | 'coach'
  | 'foreign',
  string[]
>

export type Making = {
  random: Random
  pool: Pool
  named: Readonly<Record<string, Schema>>
  /** The email to use; otherwise a new one each time. */
  email?: string
}

/** A value that the schema allows, often at its limits. */
export function validValue(schema: Schema, name: string, making: Making): unknown {
  const { random } = making
  const shape = resolveSchema(schema, making)
  const options = (shape.anyOf ?? shape.oneOf) as Schema[] | undefined
  if (options && !shape.properties) return validValue(pickAny(options, random), name, making)
  if ('const' in shape) return shape.const
  if (Array.isArray(shape.enum)) return pickAny(shape.enum, random)
  const types = [shape.type].flat() as string[]
  switch (pickAny(types, random)) {
    case 'object':
      return validObject(shape, making)
    case 'array':
      return validList(shape, name, making)
    case 'integer':
    case 'number':
      return validNumber(shape, random)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return validText(shape, name, making)
  }
}

export function resolveSchema(schema: Schema, { named }: Pick<Making, 'named'>): Schema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name ? { ...named[name], ...schema, $ref: undefined } : schema
}

function validObject(shape: Schema, making: Making): Record<string, unknown> {
  // Next to properties, `anyOf` says "at least one of these", and `oneOf` "exactly one".
  const alone = pickAny((shape.anyOf ?? shape.oneOf ?? [{}]) as Schema[], making.random).required
  const required = [shape.required ?? [], alone ?? []].flat() as string[]
  const others = ((shape.oneOf ?? []) as Schema[]).flatMap((one) => one.required as string[])
  const entries = Object.entries((shape.properties ?? {}) as Record<string, Schema>).filter(
    ([name]) => required.includes(name) || !others.includes(name),
  )
  const optional = making.random()
  const kept = entries.filter(([name]) => required.includes(name) || making.random() < optional)
  return Object.fromEntries(kept.map(([name, inner]) => [name, validValue(inner, name, making)]))
}

function validList(shape: Schema, name: string, making: Making): unknown[] {
  const { minItems = 0, maxItems = 6 } = shape as { minItems?: number; maxItems?: number }
  const length = minItems + Math.floor(making.random() * (Math.min(maxItems, 6) - minItems + 1))
  return Array.from({ length }, () => validValue((shape.items ?? {}) as Schema, name, making))
}

function validNumber(shape: Schema, random: Random): number {
  const { minimum = 0, maximum = 1_000 } = shape as { minimum?: number; maximum?: number }
  return pickAny(
    [minimum, maximum, minimum + Math.floor(random() * (Math.min(maximum, minimum + 20) - minimum + 1))],
    random,
  )
}

function validText(shape: Schema, name: string, { random, pool, email }: Making): string {
  const { minLength = 0, maxLength = 200, examples, pattern } = shape as Texts
  if (pattern?.includes('[0-9a-f]{24}')) return idFor(name, random, pool)
  // Nothing listens there, and each endpoint needs an address of its own.
  if (name === 'url') return `http://127.0.0.1:9/${randomBytes(6).toString('hex')}`
  if (name === 'address' && email) return email
  if (name === 'email') return email ?? `${randomBytes(6).toString('hex')}@fuzz.test`
  if (name === 'phone') return `+49151${String(Math.floor(random() * 1e8)).padStart(8, '0')}`
  if (examples && (pattern || shape.format || random() < 0.5)) return pickAny(examples, random)
  const length = pickAny(
    [minLength, Math.min(maxLength, minLength + Math.floor(random() * 30)), maxLength],
    random,
  )
  return Array.from({ length: Math.max(length, minLength) }, () => pickAny(letters, random)).join('')
}

type Texts = { minLength?: number; maxLength?: number; examples?: string[]; pattern?: string }

/** Mostly ids of the account, sometimes of another one or unknown. */
function idFor(name: string, random: Random, pool: Pool): string {
  const kind = kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'profile'
  const own = kind === 'profile' && random() < 0.3 ? pool.completed : pool[kind]
  if (own.length > 0 && random() < 0.95) return pickAny(own, random)
  return random() < 0.5 && pool.foreign.length > 0
    ? pickAny(pool.foreign, random)
    : randomBytes(12).toString('hex')
}

const kinds = [
  [/alias/i, 'resourceAlias'],
  [/tag/i, 'tag'],
  [/debrief/i, 'debrief'],
  [/reportLink/i, 'reportLink'],
  [/^(eventIds?|after)$/, 'event'],
  [/^webhookId$/, 'webhook'],
  [/^deliveryId$/, 'delivery'],
  [/^messageId$/, 'message'],
  [/^orderId$/, 'order'],
  [/^connectionId$/, 'connection'],
  [/^shareLinkId$/, 'shareLink'],
  [/^campaignId$/, 'campaign'],
  [/^noteId$/, 'note'],
  [/^savedTeamIds?$/, 'savedTeam'],
  [/^memberId$/, 'coach'],
] as const

const letters = [...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 -.\'éüßñ王花민ø😀%_&<>"()']

export function pickAny<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T
}
