import { isAddress, isNoValue } from '../../../src/lists/address-text.ts'
import { looksLikePhone } from '../../../src/lists/phone-numbers.ts'

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
 * Parses a header row. If no name in it means an email address, the only column that is one of addresses by its cells is
 * it; beside a column of phone numbers, it must have no name. Undefined if the line is no header: it names no known
 * column, or nothing below it is an address.
 */
export function detectColumns(
  cells: readonly string[],
  rows: readonly (readonly string[])[],
): Columns | undefined {
  const columns = onceEach(cells.map(guessField))
  if (columns.includes('email')) return withPhone(columns, cells, rows)
  if (columns.every((field) => field === undefined)) return undefined
  const hasPhone = columns.includes('phone')
  const filled = cells.flatMap((name, place) =>
    holdsAddresses(rows, place) && !isOfAnother(name) && !(hasPhone && name.trim()) ? [place] : [],
  )
  const [only] = filled
  if (only === undefined || filled.length > 1) return hasPhone ? columns : undefined
  return withPhone(
    columns.map((field, place) => (place === only ? 'email' : field)),
    cells,
    rows,
  )
}

/** If no name of a column means a phone number, the first one of numbers by its cells is it. */
function withPhone(
  columns: Columns,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Columns {
  if (columns.includes('phone')) return columns
  const found = columns.findIndex(
    (field, place) => field === undefined && holdsPhones(rows, place, names[place] ?? ''),
  )
  return columns.map((field, place) => (place === found ? 'phone' : field))
}

/** Whether a column is one of phone numbers by its cells, and not of those of other people, or of machines. */
export function holdsPhones(rows: readonly (readonly string[])[], place: number, name: string): boolean {
  if (isOfAnother(name) || /fax|ファックス|팩스|传真|iban|konto/i.test(name)) return false
  const filled = rows.map((row) => row[place] ?? '').filter((cell) => !isNoValue(cell))
  // A few can be mistyped, or have a word beside the number.
  return filled.length > 0 && filled.filter(looksLikePhone).length >= filled.length * 0.8
}

/** Each field in the first column that is it. Tags can be in several. */
export function onceEach(columns: Columns): Columns {
  return columns.map((field, place) =>
    field === 'tags' || columns.indexOf(field) === place ? field : undefined,
  )
}

/** Whether a column is one of email addresses by its cells. A few can be mistyped, and up to half can be empty. */
export function holdsAddresses(rows: readonly (readonly string[])[], place: number): boolean {
  const filled = rows.map((row) => row[place] ?? '').filter((cell) => !isNoValue(cell))
  const addresses = filled.filter(isAddress).length
  return addresses > 0 && filled.length * 2 >= rows.length && addresses >= filled.length * 0.9
}

/** Whether a column is about another person: nobody may be invited at the address of their manager. */
export function isOfAnother(name: string): boolean {
  return /manager|supervisor|boss|superior|approver|assistant|emergency|referr|vorgesetzt|führungskraft|jefe|supérieur|leidinggevende|gestor|chefe|上司|상사|관리자|经理|主管/i.test(
    name,
  )
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
