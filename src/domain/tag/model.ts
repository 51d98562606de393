import { z } from 'zod'
import { foldText } from '../../contract/fold.ts'
import { idList, PublicId, readableLine, Timestamp } from '../../contract/shapes.ts'

const colors = ['emerald', 'red', 'yellow', 'orange', 'blue', 'indigo', 'purple', 'pink', 'zinc'] as const

export const Color = z
  .enum(colors, { error: `is an invalid color: use one of ${colors.join(', ')}` })
  .meta({ description: 'One of the nine colors of tags.', examples: ['emerald'] })

/** Characters of a label at most, counted as a person counts them and not as JavaScript does. */
const maxLabelLength = 60

/** Equal labels are allowed: two tags of one name are two tags. */
export const Label = z
  .string()
  .meta({
    minLength: 1,
    maxLength: maxLabelLength,
    description: 'Trimmed, without hidden characters; equal labels are allowed.',
    examples: ['Sales'],
  })
  .transform(readableLine)
  .pipe(
    z
      .string()
      .refine((label) => !isBlank(label), { error: 'is required: it must not be empty', abort: true })
      .refine((label) => [...label].length <= maxLabelLength, {
        error: `is too long: at most ${maxLabelLength} characters`,
      }),
  )

/** Whether nothing would be seen: joiners, fillers and lone marks leave a tag that nobody can tell from none. */
function isBlank(label: string): boolean {
  return /^[\p{Default_Ignorable_Code_Point}\p{Z}\p{M}\u2800]*$/u.test(label)
}

/**
 * Profiles that one call may name: what fits into a body of 1 MiB with room to spare. A tag itself may hold more,
 * added in several calls.
 */
export const maxProfilesPerCall = 25_000

export const ProfileSet = idList(maxProfilesPerCall)

/** A tag as the API returns it: callers who manage tags see the ids of profiles, and nothing else of them. */
export const Tag = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    label: z.string().meta({ description: 'What people call the tag.', examples: ['Sales'] }),
    color: Color,
    profiles: z.array(PublicId).meta({
      description: 'Ids of all profiles with this tag, the oldest profile first.',
      examples: [['6920318e4b1a0c7d2e8f5a63']],
    }),
  })
  .meta({ id: 'Tag', description: 'A label with a color that groups profiles.' })

export type Tag = z.output<typeof Tag>

/** A tag as tools return it: these fields and nothing else. */
export const ToolTag = z.object(Tag.pick({ id: true, label: true, color: true, profiles: true }).shape)

/** The key by which tags are sorted and searched. */
export function labelKey(label: string): string {
  return foldText(label)
}

/**
 * The parts that a label must hold to be found, in any order and anywhere in it. Labels are short and few beside
 * names, so every part is looked for as plain text, without guessing at slips of the pen: `%`, `_` and quotes mean
 * themselves.
 */
export function searchTerms(search: string): string[] {
  const parts = foldText(search).split(/\s+/u).filter(Boolean)
  // A search of nothing but accents folds to nothing, and must not find everything.
  return parts.length > 0 || search.trim() === '' ? [...new Set(parts)] : [search.trim()]
}

/** What a call asks of the profiles of a tag. */
export type ProfileSetChange = { way: 'replace' | 'add' | 'remove'; named: readonly string[] }

/**
 * How the profiles that stand must change. `strangers` are the named ones that do not have the tag: each of them
 * must be a profile of the account, whatever is asked.
 */
export function diffProfileSet(current: readonly string[], { way, named }: ProfileSetChange) {
  const [has, names] = [new Set(current), new Set(named)]
  const strangers = named.filter((id) => !has.has(id))
  const left = current.filter((id) => (way === 'remove' ? names.has(id) : !names.has(id)))
  return {
    strangers,
    added: way === 'remove' ? [] : strangers,
    removed: way === 'add' ? [] : left,
  }
}
