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
  /** What a cursor keeps of a row beside its id, as text. Times with their microseconds. */
  cursor: string
}

export const sorts = {
  createdAt: {
    number: 1,
    place: 'by_creation',
    columns: ['profile.created_at', 'profile.id'],
    sliceColumns: ['key_at', 'key_id'],
    key: `profile.created_at, '', profile.id`,
    cursor: `to_char(profile.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  },
  name: {
    number: 2,
    place: 'by_name',
    columns: ['profile.name_key', 'profile.id'],
    sliceColumns: ['key_name', 'key_id'],
    key: `'-infinity'::timestamptz, profile.name_key, profile.id`,
    cursor: 'profile.name_key',
  },
  _id: {
    number: 3,
    place: 'by_id',
    columns: ['profile.id'],
    sliceColumns: ['key_id'],
    key: `'-infinity'::timestamptz, '', profile.id`,
    cursor: `''`,
  },
} as const satisfies Record<string, Sort>

/** The position of a row: `Sort.cursor`, and its id. */
export type RowKey = readonly [value: string, id: string]

/** The condition that a row of `profile` comes after this key. */
export function comesAfter(
  { columns, sliceColumns }: Sort,
  descending: boolean,
  [value, id]: RowKey,
  bind: (value: unknown) => string,
): string {
  const bounds = sliceColumns.map((column) => {
    if (column === 'key_id') return `${bind(id)}::text`
    return `${bind(value)}::${column === 'key_at' ? 'timestamptz' : 'text'}`
  })
  return `(${columns.join(', ')}) ${descending ? '<' : '>'} (${bounds.join(', ')})`
}

/** Slots of a slice. Also in the types of the columns, see the migration. */
export const slotsPerSlice = 2_048

export function placeOf(slice: number, slot: number): number {
  return slice * slotsPerSlice + slot
}

export function sliceOf(place: number): number {
  return Math.floor(place / slotsPerSlice)
}
