import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { isPlainObject, lists, readUser, type User } from './user.ts'

/** One operation of a PATCH (RFC 7644 section 3.5.2), with its path read. */
export const PatchOperation = z.strictObject({
  op: z.enum(['add', 'replace', 'remove']),
  /** Undefined: `value` is an object of attributes. */
  path: z
    .strictObject({
      attribute: z.string().max(200),
      /** Entries whose sub-attribute has this value. */
      filter: z.strictObject({ attribute: z.string().max(200), value: z.unknown() }).optional(),
      sub: z.string().max(200).optional(),
    })
    .optional(),
  value: z.unknown().optional(),
})
export type PatchOperation = z.output<typeof PatchOperation>

type Path = NonNullable<PatchOperation['path']>
type Fields = Record<string, unknown>

/** The user after these operations, which all apply or none. Attributes that are not kept are ignored. */
export function patchUser(before: User, operations: readonly PatchOperation[]): User {
  let fields: Fields = structuredClone(before)
  for (const operation of operations) fields = applyOne(fields, operation)
  return readUser(fields)
}

function applyOne(fields: Fields, { op, path, value }: PatchOperation): Fields {
  if (path) return applyAt(fields, op, path, value)
  if (op === 'remove') throw noTarget('remove needs a path.')
  if (!isPlainObject(value))
    throw new Failure('invalid_input', { message: 'value must be an object without a path.' })
  // Entra ID writes paths as names: "name.familyName".
  return Object.entries(value).reduce((sum, [name, one]) => applyAt(sum, op, pathOfName(name), one), fields)
}

function pathOfName(name: string): Path {
  const [, attribute = name, sub] = /^([A-Za-z]\w*)(?:\.([A-Za-z]\w*))?$/.exec(name) ?? []
  return { attribute, ...(sub !== undefined && { sub }) }
}

function applyAt(fields: Fields, op: PatchOperation['op'], path: Path, value: unknown): Fields {
  const name = known.get(path.attribute.toLowerCase())
  if (name === undefined) return fields
  if (lists.some((list) => list === name))
    return { ...fields, [name]: patchList(fields[name], op, path, value) }
  if (path.sub === undefined) {
    if (op === 'remove') return without(fields, name)
    // A complex attribute is merged (section 3.5.2.1 and 3.5.2.3).
    const merged = isPlainObject(value) && isPlainObject(fields[name]) ? { ...fields[name], ...value } : value
    return { ...fields, [name]: merged }
  }
  const parts = isPlainObject(fields[name]) ? fields[name] : {}
  const sub = knownSubs.get(path.sub.toLowerCase()) ?? path.sub
  return { ...fields, [name]: op === 'remove' ? without(parts, sub) : { ...parts, [sub]: value } }
}

function patchList(current: unknown, op: PatchOperation['op'], path: Path, value: unknown): unknown {
  const entries: Fields[] = Array.isArray(current) ? (current as Fields[]) : []
  const { filter, sub } = path
  if (!filter) {
    if (op === 'remove') return sub === undefined ? [] : entries.map((entry) => without(entry, lower(sub)))
    const sent = (Array.isArray(value) ? value : [value]) as Fields[]
    if (sub !== undefined) return entries.map((entry) => ({ ...entry, [lower(sub)]: value }))
    return op === 'add' ? addEntries(entries, sent) : sent
  }
  const isMeant = (entry: Fields) => isSame(entry[lower(filter.attribute)], filter.value)
  if (!entries.some(isMeant)) {
    if (op === 'replace') throw noTarget(`No value of ${path.attribute} matches the path.`)
    if (op === 'remove') return entries
    const started = { [lower(filter.attribute)]: filter.value }
    return [
      ...entries,
      sub === undefined
        ? { ...started, ...(isPlainObject(value) ? value : { value }) }
        : { ...started, [lower(sub)]: value },
    ]
  }
  if (op === 'remove' && sub === undefined) return entries.filter((entry) => !isMeant(entry))
  return entries.map((entry) => {
    if (!isMeant(entry)) return entry
    if (op === 'remove') return without(entry, lower(sub ?? ''))
    if (sub !== undefined) return { ...entry, [lower(sub)]: value }
    return { ...entry, ...(isPlainObject(value) ? value : { value }) }
  })
}

/** What is there already is not added again; a new primary value replaces the former one (section 3.5.2). */
function addEntries(entries: readonly Fields[], sent: readonly Fields[]): Fields[] {
  const fresh = sent.filter(
    (one) => !entries.some((entry) => isPlainObject(one) && isSame(entry.value, one.value)),
  )
  const hasPrimary = fresh.some((one) => isPlainObject(one) && one.primary === true)
  return [...entries.map((entry) => (hasPrimary ? without(entry, 'primary') : entry)), ...fresh]
}

function isSame(left: unknown, right: unknown): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase()
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))
}

function noTarget(message: string): Failure {
  return new Failure('patch_without_target', { message })
}

const lower = (name: string) => name.toLowerCase()

const known = new Map(
  [
    'userName',
    'externalId',
    'name',
    'displayName',
    'emails',
    'phoneNumbers',
    'preferredLanguage',
    'active',
  ].map((name) => [name.toLowerCase(), name]),
)
const knownSubs = new Map(['formatted', 'familyName', 'givenName'].map((name) => [name.toLowerCase(), name]))
