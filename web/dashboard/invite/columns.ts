import { isAddress, isNoValue } from '../../../src/lists/address-text.ts'
import { looksLikePhone } from '../../../src/lists/phone-numbers.ts'
import { restOfName } from './invitee.ts'

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
  const columns = onceEach(mobileFirst(settleNames(cells.map(guessField), cells, rows), cells))
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
  const words = wordsOf(cell)
  const own = names.get(words.join('')) ?? names.get(withoutOwner(words).join(''))
  // “Company name” and “Office” name no person.
  return own === 'name' && words.some((word) => ofFirm.has(word)) ? undefined : own
}

/** Text messages go to mobiles, so of several columns of numbers, one of those goes before “Telefon”. */
export function mobileFirst(columns: Columns, heads: readonly string[]): Columns {
  const mobile = columns.findIndex((field, at) => field === 'phone' && isMobile(heads[at] ?? ''))
  return columns.map((field, at) => (field === 'phone' && at < mobile ? undefined : field))
}

function isMobile(head: string): boolean {
  return /mob(?:il|iel)|handy|cell|celular|movil|movel|portable|gsm|whatsapp|smartphone|sms|手机|手機|移动|携帯|スマホ|モバイル|휴대|핸드폰|모바일/.test(
    plainLetters(head),
  )
}

/**
 * “Name” beside a column of first names is the last name, and beside one of last names the first name, as “Nombre” is
 * beside “Apellidos”; unless its cells have the whole name.
 */
export function settleNames(
  columns: Columns,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): Columns {
  const isBare = (head: string) => bareNames.has(withoutOwner(wordsOf(head)).join(''))
  // Beside a “Full name” too.
  const place = columns.findIndex((field, at) => field === 'name' && isBare(heads[at] ?? ''))
  const [first, last] = [columns.indexOf('firstName'), columns.indexOf('lastName')]
  const beside = Math.max(first, last)
  if (place < 0 || beside < 0 || (first >= 0 && last >= 0)) return columns
  const filled = rows.filter((row) => row[place]?.trim() && row[beside]?.trim())
  const whole = filled.filter((row) => restOfName(row[place] ?? '', row[beside] ?? ''))
  if (whole.length * 2 > filled.length) return columns
  return columns.with(place, first >= 0 ? 'lastName' : 'firstName')
}

function lettersOf(cell: string): string {
  return wordsOf(cell).join('')
}

/** Without accents, which many lists leave out. */
function wordsOf(cell: string): readonly string[] {
  return plainLetters(cell).match(/\p{L}+/gu) ?? []
}

function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

/** Without the words before and after that say whose it is: “Work email”, “Telefon privat”. */
function withoutOwner(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !whose.has(word))
  // “Contact person” is someone else.
  if (start < 0) return []
  const rest = words.slice(start)
  const ownEnd = rest.findLastIndex((word) => !whoseAfter.has(word) && !joining.has(word)) + 1
  const [before, end] = [rest.slice(0, -1), rest.at(-1) ?? '']
  // “Email of employee”, but “Last contact” is a day, and “Team contact” someone else.
  const own = joining.has(before.at(-1) ?? '') && whose.has(end) ? before.slice(0, -1) : rest.slice(0, ownEnd)
  return own.length < rest.length && isVague(own.join('')) ? rest : own
}

/** “First”, “Family” or “Team” with a word behind it is seldom a name or a tag. */
function isVague(name: string): boolean {
  return vague.has(name) || names.get(name) === 'tags'
}

const vague = new Set('first last family given'.split(' '))

const joining = new Set('de del do da du of'.split(' '))

const whoseAfter = new Set(
  [
    ...'work business company corporate office private personal primary preferred main direct'.split(' '),
    ...'privat geschäftlich dienstlich beruflich personnel personnelle professionnel professionnelle'.split(
      ' ',
    ),
    ...'privé zakelijk werk profesional trabajo trabalho pessoal profissional'.split(' '),
  ].map(plainLetters),
)

const whose = new Set([
  ...whoseAfter,
  ...'employee person contact participant invitee candidate user your'.split(' '),
])

const ofFirm = new Set('company business corporate office'.split(' '))

/** Names that are those of the whole person alone, and of a part beside the other part. */
const bareNames = new Set('name nom naam nombre nome 名前 お名前 名字 이름'.split(' ').map(plainLetters))

/** Names of columns in people's lists, in all languages of the pages. */
const spellings: Record<ColumnField, readonly string[]> = {
  email: [
    'email mail emailaddress emailaddresses mailaddress emailid',
    'emailadresse mailadresse',
    'correo correoelectrónico direccióndecorreo direccióndecorreoelectrónico direccióndeemail',
    'courriel adressemail adresseemail adressecourriel adresseélectronique mél',
    'emailadres mailadres',
    'correioeletrônico correioelectrónico endereçodeemail',
    'メール メールアドレス eメール eメールアドレス 電子メール',
    '이메일 이메일주소 메일 메일주소 전자우편',
    '邮箱 邮箱地址 邮件 邮件地址 电子邮件 电子邮件地址 电子邮箱 電子郵件',
  ]
    .join(' ')
    .split(' '),
  phone: [
    'phone phonenumber phoneno phonemobile mobile mobilenumber mobileno mobilephone mobilephonenumber mobiletel cell cellnumber cellphone',
    'cellphonenumber tel telno telephone telephonenumber contactnumber sms smsnumber whatsapp whatsappnumber smartphone',
    'telefon telefonnummer telefonnr telnr telefonmobil telmobil handy handynummer handynr handytelefon mobil mobilnummer mobilnr',
    'mobiltelefon mobiltelefonnummer mobilfunk mobilfunknummer rufnummer whatsappnummer',
    'teléfono teléfonos móvil teléfonomóvil telmóvil celular teléfonocelular cel númerodeteléfono númerodemóvil númerodecelular númeromóvil',
    'téléphone téléphoneportable téléphonemobile telportable telmobile portable numérodetéléphone ndetéléphone nodetéléphone',
    'numérodeportable numérodemobile numérotéléphone gsm numérogsm',
    'telefoon telefoonnummer telefoonnr telnummer mobiel mobielnummer mobielenummer mobieletelefoon mobieletelefoonnummer telefoonmobiel',
    'gsmnummer',
    'telefone telemóvel telefonecelular telefonemóvel númerodetelefone númerodetelemóvel númerodecelular númerocelular',
    '電話 電話番号 携帯 携帯番号 携帯電話 携帯電話番号 スマホ モバイル',
    '전화 전화번호 휴대폰 휴대폰번호 휴대전화 휴대전화번호 핸드폰 핸드폰번호 연락처 모바일',
    '电话 电话号码 联系电话 手机 手机号 手机号码 移动电话 手機 手機號碼',
  ]
    .join(' ')
    .split(' '),
  name: [
    'name fullname person employee displayname firstandlastname',
    'vollständigername vorundnachname vornamenachname',
    'nombre nombrecompleto nombreyapellido nombreyapellidos',
    'nom nomcomplet prénometnom prénomnom',
    'naam volledigenaam voorenachternaam voornaamenachternaam',
    'nome nomecompleto nomeesobrenome nomeeapelido',
    '氏名 名前 お名前 이름 성명 성함 姓名 名字',
  ]
    .join(' ')
    .split(' '),
  firstName: [
    'firstname first givenname given forename vorname vornamen nombres nombredepila primernombre',
    'prénom prénoms voornaam voornamen roepnaam primeironome nomepróprio 名',
  ]
    .join(' ')
    .split(' '),
  lastName: [
    'lastname last familyname family surname nachname familienname zuname',
    'apellido apellidos primerapellido apellidopaterno nomdefamille achternaam familienaam',
    'sobrenome apelido apelidos últimonome nomedefamília 姓 苗字 성 姓氏',
  ]
    .join(' ')
    .split(' '),
  locale: 'locale language lang sprache idioma langue taal 言語 언어 语言'.split(' '),
  customId: [
    'externalid customid employeenumber employeeno employeenr employeeid personnelnumber personnelno personnelid staffnumber staffno staffid personnumber participantid participantnumber studentid studentnumber personalnummer mitarbeiternummer mitarbeiternr mitarbeiterid matrikelnummer matricule númerodeempleado personeelsnummer matrícula 社員番号 従業員番号 사번 员工编号 工号',
  ]
    .join(' ')
    .split(' '),
  tags: [
    'department dept departments team teams tag tags group groups division unit businessunit organizationalunit abteilung abteilungen bereich gruppe departamento equipo département équipe groupe afdeling groep equipe grupo 部署 부서 部门',
  ]
    .join(' ')
    .split(' '),
}

const names = new Map(
  columnFields.flatMap((field) => spellings[field].map((name) => [plainLetters(name), field] as const)),
)
