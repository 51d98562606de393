/** A person of the export, as the API must get them. `phone`: the number with its country code, if one is in the file. */
export type ExportedPerson = {
  email?: string
  phone?: string
  firstName?: string
  lastName?: string
  locale?: string
  customId: string
  tags?: string[]
}

export type MessyExport = {
  /** Encoded in Windows-1252, as spreadsheets on Windows save “CSV”. */
  bytes: Uint8Array<ArrayBuffer>
  /** Those who can be invited by email, in the order of the file. Their numbers are national ones from Germany. */
  people: ExportedPerson[]
  /** Those whose only address is a national number, which needs its country. */
  onlyByPhone: ExportedPerson[]
  /** How many rows must be corrected, whatever the country. The line of the totals is left out. */
  toCorrect: number
  /** How many national numbers stand beside an email address, or what should be one. */
  nationalNumbers: number
}

const firstNames =
  'Anna Björn Chloé Dieter Émile François Günter Håkon Inês José Karl Léa Märta Noël Olga Paul Renée Søren Theo Ursula'.split(
    ' ',
  )
const lastNames = [
  'Müller',
  'O’Brien',
  'Álvarez',
  'Schmidt',
  'Šimun',
  'Díaz',
  'Weiß',
  'Ødegård',
  'Smith-Jones',
]
const departments = ['Vertrieb', 'F&E', 'Einkauf, Süd', 'Geschäftsführung']
/** As people write languages, with the API's code. */
const languages = [
  ['de', 'de'],
  ['German', 'de'],
  ['Französisch', 'fr'],
  ['en-GB', 'en'],
  ['', undefined],
  ['n/a', undefined],
] as const

/**
 * An export of a personnel system of 200 people: a title and a blank line above the names, semicolons, national phone
 * numbers, names of languages, addresses as links, blanks, repeated people, and a line of totals.
 */
export function messyExport(): MessyExport {
  const result = { people: [] as ExportedPerson[], onlyByPhone: [] as ExportedPerson[] }
  let toCorrect = 0
  let nationalNumbers = 0
  const lines = [
    'HR export 28.11.2026;;;;;;;',
    '',
    'Employee No;Surname;Given name;Work e-mail;Mobile;Department;Language;Start date',
  ]
  for (let n = 0; n < 200; n += 1) {
    const [firstName = '', lastName = ''] = [firstNames[n % 20], lastNames[n % 9]]
    const email = `person.${n}@acme.test`
    const [language, locale] = languages[n % 6] ?? ['', undefined]
    const department = departments[n % 4] ?? ''
    const number = `2345${String(n).padStart(4, '0')}`
    const customId = String(1000 + n)
    const odd = oddities[n]
    const cells = {
      customId,
      lastName,
      firstName,
      email,
      phone: `0151 ${number}`,
      tags: department,
      locale: language,
      start: '01.02.2019',
      ...odd?.({ email, firstName, lastName }),
    }
    const person: ExportedPerson = {
      email,
      phone: `+49151${number}`,
      firstName,
      lastName,
      customId,
      tags: [department],
      ...(locale && { locale }),
    }
    const kind = kindOf(n)
    if (kind !== 'short' && cells.phone.startsWith('0151')) nationalNumbers += 1
    if (kind === 'person') result.people.push(person)
    if (kind === 'phone') result.onlyByPhone.push(without(person, 'email'))
    if (kind === 'abroad') result.people.push({ ...without(person, 'email'), phone: '+4915123456789' })
    if (kind === 'short') result.people.push({ email, firstName, lastName, customId })
    if (kind === 'nameless') {
      result.people.push(without(without(person, 'firstName'), 'lastName'))
    }
    if (kind === 'wrong') toCorrect += 1
    lines.push(
      kind === 'short'
        ? [customId, lastName, firstName, email].join(';')
        : Object.values(cells).map(quotedIfNeeded).join(';'),
    )
    if (n % 67 === 66) lines.push(';;;;;;;', '')
  }
  lines.push('Total;200;;;;;;')
  return { ...result, bytes: inWindows1252(`${lines.join('\r\n')}\r\n`), toCorrect, nationalNumbers }
}

type Cells = { email: string; firstName: string; lastName: string }
const oddities: Readonly<Record<number, (cells: Cells) => Partial<Record<string, string>>>> = {
  2: ({ email }) => ({ email: `mailto:${email}` }),
  5: ({ email }) => ({ email: `  ${email}\u00a0` }),
  7: ({ email }) => ({ email: email.toUpperCase() }),
  11: ({ email, firstName }) => ({ email: `${firstName} <${email}>` }),
  // Nothing to invite them by but a national number, which isn't of any country by itself.
  17: () => ({ email: '' }),
  19: () => ({ email: 'n/a' }),
  23: () => ({ email: '', phone: '+49 151 23456789' }),
  29: () => ({ email: '-', phone: '' }),
  31: ({ email }) => ({ email: email.replace('.test', ',test') }),
  37: ({ email }) => ({ email: email.replace('@', '@@') }),
  41: ({ email }) => ({ email: `${email}; other@home.test` }),
  43: ({ firstName }) => ({ firstName: `${firstName}\n` }),
  53: () => ({ firstName: '', lastName: '-' }),
  61: () => ({}),
  // The person before, again and in capitals.
  81: () => ({
    ...{ customId: '', email: 'PERSON.80@ACME.TEST', firstName: 'Anna', lastName: 'Smith-Jones' },
    ...{ phone: '0151 23450080', tags: '', locale: '' },
  }),
  71: ({ lastName }) => ({ lastName: `"${lastName}"` }),
}

type Kind = 'person' | 'joined' | 'phone' | 'abroad' | 'short' | 'nameless' | 'wrong'
function kindOf(n: number): Kind {
  if (n === 17 || n === 19) return 'phone'
  if (n === 23) return 'abroad'
  if (n === 53) return 'nameless'
  if (n === 81) return 'joined'
  if (n === 61) return 'short'
  return [29, 31, 37, 41].includes(n) ? 'wrong' : 'person'
}

function without<Key extends keyof ExportedPerson>(
  person: ExportedPerson,
  key: Key,
): Omit<ExportedPerson, Key> {
  const { [key]: _, ...others } = person
  return others
}

function quotedIfNeeded(cell: string): string {
  return /[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Latin-1 has all of it but these. */
const windows: Readonly<Record<string, number>> = { '’': 0x92, Š: 0x8a, š: 0x9a }

function inWindows1252(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Array.from(text, (letter) => windows[letter] ?? letter.charCodeAt(0)))
}
