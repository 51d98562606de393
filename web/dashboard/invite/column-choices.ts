import {
  type ColumnField,
  type Columns,
  guessField,
  holdsAddresses,
  holdsPhones,
  isOfAnother,
  mobileFirst,
  onceEach,
  settleNames,
} from './columns.ts'

/** What someone has chosen for columns. */
export type ColumnChoices = {
  /** For the columns of this list, by `choiceKey`. They hold, whatever the cells are. */
  readonly chosen?: ChosenFields | undefined
  /** For columns of earlier lists, by their names. */
  readonly remembered?: ChosenFields | undefined
  /** Whether lines without known names are a table; undefined to tell by their cells. */
  readonly asTable?: boolean | undefined
  /** Whether the user may add tags; true if not said. */
  readonly mayTag?: boolean | undefined
}

export type ChosenField = ColumnField | 'ignore'
export type ChosenFields = Readonly<Record<string, ChosenField>>
type Rows = readonly (readonly string[])[]

/** The name under which a choice is remembered: spreadsheets differ in case and blanks. */
export function columnKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * Whether a name only numbers a column: this page's “Column 3” in any of its languages, Excel's “Spalte1”, “Unnamed: 3”
 * of other programs. It says nothing about the next list.
 */
export function isNumbered(key: string): boolean {
  return /^(?:(?:column|spalte|columna|colonne|kolom|coluna|field|unnamed:)\s?)?\d+$|^列\s?\d+$|^第\s?\d+\s?列$|^\d+\s?열$|^열\s?\d+$/.test(
    key,
  )
}

/** The key of a column by its own name; undefined if it has none, only a number, or shares it with another column. */
export function keyOfName(names: readonly string[], place: number): string | undefined {
  const key = columnKey(names[place] ?? '')
  const isShared = names.some((name, at) => at !== place && columnKey(name) === key)
  return key === '' || isNumbered(key) || isShared ? undefined : key
}

/** The key of a choice for a column of this list: its name, or else its place. No name begins with a blank. */
export function choiceKey(names: readonly string[], place: number): string {
  return keyOfName(names, place) ?? ` ${place + 1}`
}

/** The choices with another one. Where another column of the list was chosen for the same field, that one is withdrawn. */
export function withChoice(
  before: ChosenFields,
  key: string,
  field: ChosenField,
  keysOfList: readonly (string | undefined)[],
): ChosenFields {
  const isOnlyOnce = field !== 'ignore' && field !== 'tags'
  const others = Object.entries(before).filter(
    ([one, chosen]) => one !== key && !(isOnlyOnce && chosen === field && keysOfList.includes(one)),
  )
  // The latest last, so that the oldest are forgotten first.
  return Object.fromEntries([...others, [key, field]])
}

/**
 * The guessed columns with what was chosen: for this list before what is remembered, and that before a guess. Two columns
 * can't be the same field, except tags: then an earlier column goes before a later one.
 */
export function chosenColumns(
  names: readonly string[],
  guessed: Columns,
  rows: Rows,
  { chosen = {}, remembered = {}, mayTag = true }: ColumnChoices,
): Columns {
  const wanted = names.map((_, place): Wanted => {
    const field = chosen[choiceKey(names, place)]
    return field ? { field, rank: 3 } : rememberedField(names, guessed, rows, place, remembered)
  })
  const columns = firstOfRank(wanted)
  if (columns.includes('email') || columns.includes('phone')) return withoutTags(columns, mayTag)
  // A column of addresses that was ignored in another list is not ignored where there is no other.
  const freed = wanted.map((one, place) =>
    one.rank === 2 && one.field === 'ignore' && guessed[place] === 'email' && holdsAddresses(rows, place)
      ? { field: guessed[place], rank: 1 }
      : one,
  )
  return withoutTags(firstOfRank(freed), mayTag)
}

type Wanted = { readonly field: ChosenField | undefined; readonly rank: number }

/** What is remembered for a column, unless its cells say clearly that it isn't so; then the guess. */
function rememberedField(
  names: readonly string[],
  guessed: Columns,
  rows: Rows,
  place: number,
  remembered: ChosenFields,
): Wanted {
  const key = keyOfName(names, place)
  const field = key === undefined ? undefined : remembered[key]
  const guess = { field: guessed[place], rank: 1 }
  if (field === undefined) return guess
  if (field === 'email') return hasOtherText(rows, place) ? guess : { field, rank: 2 }
  if (field === 'ignore' || !holdsAddresses(rows, place)) return { field, rank: 2 }
  return guess.field ? guess : { field: 'email', rank: 0 }
}

/** Whether there is something in a column, and no address. */
function hasOtherText(rows: Rows, place: number): boolean {
  const cells = rows.map((row) => row[place] ?? '')
  return cells.some((cell) => cell.trim() !== '') && !cells.some((cell) => cell.includes('@'))
}

function firstOfRank(wanted: readonly Wanted[]): Columns {
  return wanted.map(({ field }, place) => {
    if (field === undefined || field === 'ignore') return undefined
    if (field === 'tags') return field
    const rank = Math.max(...wanted.map((one) => (one.field === field ? one.rank : -1)))
    return wanted.findIndex((one) => one.field === field && one.rank === rank) === place ? field : undefined
  })
}

function withoutTags(columns: Columns, mayTag: boolean): Columns {
  return mayTag ? columns : columns.map((field) => (field === 'tags' ? undefined : field))
}

/** The columns of a table whose names say too little: by name, or by what their cells look like. */
export function guessColumns(names: readonly string[], rows: Rows): Columns {
  const columns = names.map((name, place): ColumnField | undefined => {
    if (holdsAddresses(rows, place) && !isOfAnother(name)) return 'email'
    return guessField(name) ?? (holdsPhones(rows, place, name) ? 'phone' : undefined)
  })
  return onceEach(mobileFirst(settleNames(columns, names, rows), names))
}
