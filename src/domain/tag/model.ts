import { z } from 'zod'
import { foldText } from '../../contract/fold.ts'
import { idList, PublicId, readableLine, Timestamp } from '../../contract/shapes.ts'

const colors = ['emerald', 'red', 'yellow', 'orange', 'blue', 'indigo', 'purple', 'pink', 'zinc'] as const

/** The color of a tag that nobody chose one for: the first of those that the fewest tags have. */
export function leastUsedColor(uses: ReadonlyMap<string, number>): (typeof colors)[number] {
  const usesOf = (color: string) => uses.get(color) ?? 0
  return colors.reduce((least, color) => (usesOf(color) < usesOf(least) ? color : least))
}

export const Color = z
  .enum(colors, { error: `is an invalid color: use one of ${colors.join(', ')}` })
  .meta({ description: 'One of nine tag colors.', examples: ['emerald'] })

/** Maximum length of a label, in characters as people count them (graphemes). */
const maxLabelLength = 60

/** Equal labels are allowed: two tags with the same label are two tags. */
export const Label = z
  .string()
  .meta({
    minLength: 1,
    maxLength: maxLabelLength,
    description: 'Leading and trailing blanks are removed, hidden characters refused. Labels can repeat.',
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

/** Whether nothing would be visible: a tag of joiners, fillers and lone marks looks empty. */
function isBlank(label: string): boolean {
  return /^[\p{Default_Ignorable_Code_Point}\p{Z}\p{M}\u2800]*$/u.test(label)
}

/**
 * Maximum number of profiles per request, which fits into a body of 1 MiB. A tag can have more, added by several
 * requests.
 */
export const maxProfilesPerCall = 25_000

/** Most labels of one row of a list. */
export const maxTagsOfRow = 20

export const ProfileSet = idList(maxProfilesPerCall)

/** A tag as the API returns it: callers who manage tags see the ids of profiles, and nothing else about them. */
export const Tag = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    label: z.string().meta({ description: 'Display name of the tag.', examples: ['Sales'] }),
    color: Color,
    profiles: z.array(PublicId).meta({
      description:
        'Ids of all profiles with this tag, oldest profile first. Empty with `includeProfiles: false`: then ' +
        "don't send it back.",
      examples: [['6920318e4b1a0c7d2e8f5a63']],
    }),
    profileCount: z
      .int()
      .min(0)
      .optional()
      .meta({
        description: 'Number of profiles with this tag. Only with `includeProfiles: false`.',
        examples: [1],
      }),
  })
  .meta({ id: 'Tag', description: 'A label with a color that groups profiles.' })

export type Tag = z.output<typeof Tag>

const changeId = PublicId.meta({ description: 'The change.', examples: ['6920318e4b1a0c7d2e8f5a71'] })
const undoMeta = {
  add: { description: 'Profiles that get the tag back.', examples: [[]] },
  remove: { description: 'Profiles that lose it.', examples: [['6920318e4b1a0c7d2e8f5a63']] },
}

/** What an undo asks for. */
export const undoInput = {
  changeId,
  add: ProfileSet.meta(undoMeta.add),
  remove: ProfileSet.meta(undoMeta.remove),
}

const TagUndo = z
  .strictObject({
    tagId: PublicId,
    changeId,
    add: z.array(PublicId).meta(undoMeta.add),
    remove: z.array(PublicId).meta(undoMeta.remove),
  })
  .meta({
    id: 'TagUndo',
    description:
      'How to undo the change, with `POST /tag/{tagId}/undo`: only for profiles that no one has changed since.',
  })

export type TagUndo = z.output<typeof TagUndo>

/** Beside every answer to a change of a tag's profiles. */
export const undoSiblings = {
  undo: TagUndo.nullable().meta({
    description: `Null if no profile was changed, or more than ${maxProfilesPerCall}.`,
  }),
}

/** Most ids of a tag in tool results: a model reads all of them. */
export const maxToolProfiles = 100

/** A tag in tool results. */
export const ToolTag = z.object({
  ...Tag.pick({ id: true, label: true, color: true }).shape,
  profiles: z.array(PublicId).meta({
    description: `Ids of profiles with this tag, oldest first: the first ${maxToolProfiles}.`,
    examples: [['6920318e4b1a0c7d2e8f5a63']],
  }),
  moreProfiles: z
    .int()
    .min(1)
    .optional()
    .meta({
      description: 'How many more profiles have the tag; list_profiles with tagId lists all of them.',
      examples: [40],
    }),
})

/** How much a response says about the profiles of a tag: all ids, as many as tools show, or their number. */
export type ShownProfiles = 'all' | 'some' | 'count'

export const IncludeProfiles = z
  .boolean('must be true or false')
  .default(true)
  .meta({
    description:
      '`false` leaves `profiles` empty and returns their number as `profileCount`, which is fast for tags with ' +
      'many profiles.',
    examples: [false],
  })

export function shownProfiles(includeProfiles: boolean): ShownProfiles {
  return includeProfiles ? 'all' : 'count'
}

/** A tag as a tool shows it. `tag` is read with `some`: up to the most ids, and the number of all. */
export function toolTag(tag: Tag): z.output<typeof ToolTag> {
  const more = (tag.profileCount ?? 0) - tag.profiles.length
  return { ...tag, ...(more > 0 && { moreProfiles: more }) }
}

/** The key by which tags are sorted and searched. */
export function labelKey(label: string): string {
  return foldText(label)
}

/**
 * The parts that a label must contain, in any order and position. Labels are short and few compared with names, so
 * every part is matched as plain text without tolerating typos: `%`, `_` and quotes are literal.
 */
export function searchTerms(search: string): string[] {
  const parts = foldText(search).split(/\s+/u).filter(Boolean)
  // A search that consists of accents only folds to an empty text, which must not match everything.
  return parts.length > 0 || search.trim() === '' ? [...new Set(parts)] : [search.trim()]
}

/** The requested change of a tag's profiles. */
export type ProfileSetChange = { way: 'replace' | 'add' | 'remove'; named: readonly string[] }

/**
 * The necessary changes to the current profiles. `strangers` are requested ones that don't have the tag: each must be
 * a profile of the account, whatever the change.
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
