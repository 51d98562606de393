import { type ColumnField, type Columns, guessField } from './columns.ts'

/** What someone has chosen for columns, by their names. */
export type ColumnChoices = {
  readonly fields?: ChosenFields | undefined
  /** Whether lines without known names are a table. */
  readonly asTable?: boolean | undefined
  /** Whether the user may add tags; true if not said. */
  readonly mayTag?: boolean | undefined
}

export type ChosenFields = Readonly<Record<string, ColumnField | 'ignore'>>

/** The key under which a choice is kept: spreadsheets differ in case and blanks. */
export function columnKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * The guessed columns with what was chosen. Two columns can't be the same field, except tags: then a choice goes before
 * a guess, and an earlier column before a later one.
 */
export function chosenColumns(
  names: readonly string[],
  guessed: Columns,
  { fields = {}, mayTag = true }: ColumnChoices,
): Columns {
  const chosen = names.map((name) => fields[columnKey(name)])
  const wanted = names.map((_, place) => {
    const choice = chosen[place]
    const field = choice === 'ignore' ? undefined : (choice ?? guessed[place])
    return field === 'tags' && !mayTag ? undefined : field
  })
  return wanted.map((field, place) => {
    if (field === undefined || field === 'tags') return field
    const first = wanted.findIndex((one, at) => one === field && chosen[at] === field)
    return (first < 0 ? wanted.indexOf(field) : first) === place ? field : undefined
  })
}

/** The columns of a table whose names say too little: by name, or by what all of their cells look like. */
export function guessColumns(names: readonly string[], rows: readonly (readonly string[])[]): Columns {
  const all = (place: number, pattern: RegExp) => {
    const cells = rows.map((row) => (row[place] ?? '').trim()).filter((cell) => cell !== '')
    return cells.length > 0 && cells.every((cell) => pattern.test(cell))
  }
  const guessed = names.map((name, place): ColumnField | undefined => {
    if (all(place, /^[^\s@]+@[^\s@]+$/)) return 'email'
    if (all(place, /^\+[\d\s().-]{6,}$/)) return 'phone'
    return guessField(name)
  })
  return guessed.map((field, place) =>
    field === 'tags' || guessed.indexOf(field) === place ? field : undefined,
  )
}
