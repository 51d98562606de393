import { type Invitee, splitName } from './invitee.ts'

const fields = ['email', 'phone', 'name', 'firstName', 'lastName', 'locale'] as const
export type ColumnField = (typeof fields)[number]

/** The field of each column, from the header row; undefined for columns that are not read. */
export type Columns = readonly (ColumnField | undefined)[]

/** Parses a header row. Undefined if the line is none, because no column has addresses. */
export function detectColumns(cells: readonly string[]): Columns | undefined {
  const named = cells.map((cell) => names.get(cell.toLowerCase().replace(/[^\p{L}]/gu, '')))
  const columns = named.map((field, place) => (named.indexOf(field) === place ? field : undefined))
  return columns.includes('email') || columns.includes('phone') ? columns : undefined
}

const spellings: Record<ColumnField, string> = {
  email: 'email mail emailaddress emailaddresses',
  phone: 'phone mobile cell tel telephone phonenumber mobilenumber mobilephone',
  name: 'name fullname person',
  firstName: 'firstname givenname forename',
  lastName: 'lastname familyname surname',
  locale: 'locale language lang',
}

const names = new Map(
  fields.flatMap((field) => spellings[field].split(' ').map((name) => [name, field] as const)),
)

/** The person in one record. */
export function inviteeFromCells(columns: Columns, cells: readonly string[]): Invitee {
  const cell = (field: ColumnField) => {
    const place = columns.indexOf(field)
    return place < 0 ? '' : plainText(cells[place] ?? '')
  }
  const [email, phone, locale] = [cell('email'), cell('phone'), cell('locale')]
  const [firstName, lastName] = [cell('firstName'), cell('lastName')]
  return {
    ...(email && { email }),
    ...(phone && { phone }),
    ...splitName(cell('name')),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(locale && { locale: localeOf(locale) }),
  }
}

/** Without the apostrophe that prevents formulas in spreadsheets. Our own export adds it. */
function plainText(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim()
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

/**
 * The API's language code, from that code or from the BCP 47 tag. Anything else is passed on, and the API refuses it.
 */
function localeOf(text: string): string {
  const tag = text.toLowerCase().replace('_', '-')
  if (tag === 'ja' || tag === 'ja-jp') return 'jp'
  if (tag === 'pt' || tag === 'pt-br') return 'pt_BR'
  if (tag === 'zh' || tag.startsWith('zh-cn') || tag.startsWith('zh-hans')) return 'zh_CN'
  const [language = ''] = tag.split('-')
  return ['de', 'en', 'es', 'fr', 'jp', 'ko', 'nl'].includes(language) ? language : text
}
