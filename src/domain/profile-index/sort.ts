/** The three orders of a list of profiles, as the index keeps them. */
export type Sort = {
  /** The number of the order in the index's tables. */
  number: 1 | 2 | 3
  /** The column of profile_place. */
  place: 'by_creation' | 'by_name' | 'by_id'
  /** The sort key in `profile`, and the same columns of a slice's first key. An index of `profile` has this order. */
  columns: readonly string[]
  sliceColumns: readonly string[]
  /** The sort key of `profile` as the three columns that every slice has. */
  key: string
}

export const sorts = {
  createdAt: {
    number: 1,
    place: 'by_creation',
    columns: ['profile.created_at', 'profile.id'],
    sliceColumns: ['key_at', 'key_id'],
    key: `profile.created_at, '', profile.id`,
  },
  name: {
    number: 2,
    place: 'by_name',
    columns: ['profile.name_key', 'profile.id'],
    sliceColumns: ['key_name', 'key_id'],
    key: `'-infinity'::timestamptz, profile.name_key, profile.id`,
  },
  _id: {
    number: 3,
    place: 'by_id',
    columns: ['profile.id'],
    sliceColumns: ['key_id'],
    key: `'-infinity'::timestamptz, '', profile.id`,
  },
} as const satisfies Record<string, Sort>

/** Slots of a slice. Also in the types of the columns, see the migration. */
export const slotsPerSlice = 2_048

export function placeOf(slice: number, slot: number): number {
  return slice * slotsPerSlice + slot
}

export function sliceOf(place: number): number {
  return Math.floor(place / slotsPerSlice)
}
