import { addressIn, isNothing, isNoValue } from '../../src/lists/address-text.ts'
import { localeOf } from '../../src/lists/language-names.ts'
import { plainNumber } from '../../src/lists/phone-numbers.ts'
import { UsageError } from './failure.ts'

export const fields = ['email', 'phone', 'firstName', 'lastName', 'locale', 'customId', 'tags'] as const
export type Field = (typeof fields)[number]

const spellings: Readonly<Record<Field, string>> = {
  email:
    'email mail emailaddress emailadresse mailadresse correo correoelectronico courriel adressemail workemail',
  phone:
    'phone mobile cell tel telephone phonenumber mobilenumber telefon telefonnummer handy movil telefono portable',
  firstName: 'firstname first givenname given forename vorname nombre prenom voornaam',
  lastName:
    'lastname last familyname surname nachname familienname apellido apellidos nom nomdefamille achternaam',
  locale: 'locale language lang sprache idioma langue taal',
  customId: 'customid externalid employeeid employeenumber personnelnumber personalnummer matricule id',
  tags: 'tags tag department team group abteilung gruppe',
}

/** `E-Mail=email,Vorname=firstName` as the field of each column of the file. Fails as `UsageError`. */
export function readMap(text: string | undefined, header: readonly string[]): ReadonlyMap<string, Field> {
  const pairs = (text ?? '').split(',').filter(Boolean)
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      const [column, field] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      if (!header.includes(column)) throw new UsageError(`The file has no column "${column}".`)
      if (!fields.includes(field as Field))
        throw new UsageError(`"${field}" is no field. There are ${fields.join(', ')}.`)
      return [column, field as Field]
    }),
  )
}

/** What each column is: what the map says, else what its name says. The first column of a name counts. */
export function guessColumns(
  header: readonly string[],
  map: ReadonlyMap<string, Field>,
): readonly (Field | undefined)[] {
  const taken = new Set<Field>(map.values())
  return header.map((name) => {
    const given = map.get(name)
    if (given) return given
    const guessed = fieldOf(name)
    if (!guessed || taken.has(guessed)) return undefined
    taken.add(guessed)
    return guessed
  })
}

/** The field that a column of this name has. */
export function fieldOf(name: string): Field | undefined {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  return fields.find((field) => spellings[field].split(' ').includes(plain))
}

/** The columns that a map names, without a look at the file. */
export function mappedColumns(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.slice(0, pair.lastIndexOf('=')).trim())
}

export type ImportRow = { [field in Exclude<Field, 'tags'>]?: string } & { tags?: string[] }

/** The person in a row, with the phone number as it was written. */
export function rowOf(columns: readonly (Field | undefined)[], cells: readonly string[]): ImportRow {
  const row: ImportRow = {}
  for (const [place, field] of columns.entries()) {
    const cell = plainText(cells[place] ?? '')
    if (!field || isEmpty(cell, field)) continue
    if (field === 'tags') row.tags = cell.split(/\s*[;,]\s*/).filter(Boolean)
    else if (field === 'email') row.email = addressIn(cell)
    else if (field === 'phone') row.phone = plainNumber(cell)
    else if (field === 'locale') row.locale = localeOf(cell)
    else row[field] = cell
  }
  return row
}

/** People can be called “None”, so fewer words stand for nothing in their names. */
function isEmpty(cell: string, field: Field): boolean {
  return ['email', 'phone', 'locale'].includes(field) ? isNoValue(cell) : isNothing(cell)
}

/** Without the apostrophe that keeps spreadsheets from running a cell as a formula. */
function plainText(cell: string): string {
  const text = cell.trim()
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}
