import { type Invitee, splitName } from './invitee.ts'

export const columnFields = [
  'email',
  'phone',
  'name',
  'firstName',
  'lastName',
  'locale',
  'customId',
  'tags',
] as const
export type ColumnField = (typeof columnFields)[number]

/** The field of each column, from the header row; undefined for columns that are not read. */
export type Columns = readonly (ColumnField | undefined)[]

/**
 * Parses a header row. If no name in it means an address, the only column with an email address in each row below is
 * the one. Undefined if the line is no header: it has an address itself, or names no known column.
 */
export function detectColumns(
  cells: readonly string[],
  rows: readonly (readonly string[])[],
): Columns | undefined {
  const named = cells.map(guessField)
  const columns = named.map((field, place) =>
    field === 'tags' || named.indexOf(field) === place ? field : undefined,
  )
  if (columns.includes('email') || columns.includes('phone')) return columns
  if (columns.every((field) => field === undefined)) return undefined
  const filled = cells.flatMap((_, place) => (holdsEmails(rows, place) ? [place] : []))
  const [only] = filled
  if (only === undefined || filled.length > 1) return undefined
  return columns.map((field, place) => (place === only ? 'email' : field))
}

/** “Work Email” and “Employee name” are what they are without the first word; “Manager email” is not. */
export function guessField(cell: string): ColumnField | undefined {
  // A number sign makes “Employee #” the number of an employee, not the name.
  if (cell.includes('#')) return names.get(`${lettersOf(cell)}number`)
  const words = cell.toLowerCase().match(/\p{L}+/gu) ?? []
  const rest = words.slice(words.findIndex((word) => !whose.has(word)))
  return names.get(words.join('')) ?? names.get(rest.join(''))
}

function lettersOf(cell: string): string {
  return (cell.toLowerCase().match(/\p{L}+/gu) ?? []).join('')
}

function holdsEmails(rows: readonly (readonly string[])[], place: number): boolean {
  return rows.length > 0 && rows.every((row) => /^\s*[^\s@]+@[^\s@]+\s*$/.test(row[place] ?? ''))
}

const whose = new Set(
  'work business company corporate office private personal primary preferred main direct employee person contact participant invitee candidate user your'.split(
    ' ',
  ),
)

/** Names of columns in people's lists, in all languages of the pages. */
const spellings: Record<ColumnField, readonly string[]> = {
  email:
    'email mail emailaddress emailaddresses mailaddress emailid emailadresse mailadresse correo correoelectrónico courriel adressemail emailadres メール メールアドレス 이메일 邮箱 电子邮件'.split(
      ' ',
    ),
  phone:
    'phone mobile cell tel telephone phonenumber mobilenumber mobilephone cellphone telefon telefonnummer handy handynummer mobilnummer teléfono móvil téléphone portable telefoon telefoonnummer telefone celular 電話 電話番号 전화 전화번호 电话 手机'.split(
      ' ',
    ),
  name: 'name fullname person employee displayname vollständigername nombrecompleto nomcomplet naam volledigenaam nomecompleto 氏名 名前 이름 姓名'.split(
    ' ',
  ),
  firstName: 'firstname first givenname given forename vorname nombre prénom voornaam'.split(' '),
  lastName:
    'lastname last familyname family surname nachname familienname apellido apellidos nomdefamille achternaam sobrenome 姓'.split(
      ' ',
    ),
  locale: 'locale language lang sprache idioma langue taal 言語 언어 语言'.split(' '),
  customId:
    'externalid customid employeenumber employeeno employeenr employeeid personnelnumber personnelno personnelid staffnumber staffno staffid personnumber participantid participantnumber studentid studentnumber personalnummer mitarbeiternummer mitarbeiternr mitarbeiterid matrikelnummer matricule númerodeempleado personeelsnummer matrícula 社員番号 従業員番号 사번 员工编号 工号'.split(
      ' ',
    ),
  tags: 'department dept departments team teams tag tags group groups division unit businessunit organizationalunit abteilung abteilungen bereich gruppe departamento equipo département équipe groupe afdeling groep equipe grupo 部署 부서 部门'.split(
    ' ',
  ),
}

const names = new Map(columnFields.flatMap((field) => spellings[field].map((name) => [name, field] as const)))

/** The person in one record. */
export function inviteeFromCells(columns: Columns, cells: readonly string[]): Invitee {
  const cell = (field: ColumnField) => {
    const place = columns.indexOf(field)
    return place < 0 ? '' : plainText(cells[place] ?? '')
  }
  const [email, phone, locale] = [cell('email'), cell('phone'), cell('locale')]
  const [firstName, lastName, customId] = [cell('firstName'), cell('lastName'), cell('customId')]
  const tags = tagsFromCells(columns, cells)
  return {
    ...(email && { email }),
    ...(phone && { phone }),
    ...splitName(cell('name')),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(locale && { locale: localeOf(locale) }),
    ...(customId && { customId }),
    ...(tags.length > 0 && { tags }),
  }
}

/** Labels of all columns of tags. A cell can have several, between semicolons or bars; commas belong to a label. */
function tagsFromCells(columns: Columns, cells: readonly string[]): readonly string[] {
  const labels = cells.flatMap((cell, place) =>
    columns[place] === 'tags' ? cell.split(/[;|]/).map(plainText) : [],
  )
  return [...new Set(labels.filter((label) => label !== ''))]
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
