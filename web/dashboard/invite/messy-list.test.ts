import { describe, expect, test } from 'vitest'
import { nationalFault, readNational } from '../../../src/lists/number-plans.ts'
import { seededRandom } from '../../../src/scoring/random.ts'
import { messyExport } from '../../../test/support/messy-export.ts'
import { readFileText } from '../ui/file-text.ts'
import { importRow } from './import-row.ts'
import { mergeDuplicates } from './merge-duplicates.ts'
import { parseList } from './read-list.ts'
import { resultCsv } from './result-csv.ts'
import type { Run } from './run.ts'
import { settlePhones } from './settle-phones.ts'
import { sourceTableOf } from './source-table.ts'

type Person = {
  email?: string
  phone?: string
  firstName: string
  lastName: string
  tag: string
  key: string
}

const firstNames = ['Zoë', 'Jean-Luc', "D'Arcy", 'Ana María', '思远', 'Øyvind', 'Łukasz', 'Mary Ann']
const lastNames = ['von der Heide', "O'Hara", 'Nuñez', '陈', 'Smith, Jr.', 'Åberg', 'de la Cruz', 'Okafor']
const departments = ['Sales, East', 'R&D', 'People "Ops"', '=Finance', 'Support']

/** 200 rows as lists come: columns no one wants, quotes, line breaks in cells, blank rows, formulas, odd blanks. */
function messyList(): { text: string; people: Person[] } {
  const random = seededRandom(200)
  const one = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const cell = (text: string) =>
    /[;"\n]/.test(text) || random() < 0.3 ? `"${text.replaceAll('"', '""')}"` : text
  const blanks = (text: string) => (random() < 0.2 ? `  ${text}\u00a0` : text)
  const people: Person[] = []
  const lines = [
    'Nr;Manager; Work E-Mail ;Family name;Given name;Notes;Department;Employee #;Mobile;Manager email',
  ]
  for (let n = 0; n < 200; n += 1) {
    const hasEmail = random() < 0.9
    const person: Person = {
      ...(hasEmail && { email: `person.${n}@northwind.test` }),
      ...((!hasEmail || random() < 0.3) && { phone: `+49 151 ${10_000_000 + n}` }),
      firstName: one(firstNames),
      lastName: one(lastNames),
      tag: one(departments),
      key: `00${n}`,
    }
    people.push(person)
    const notes = one(['', 'call; later', 'says "hi"', 'two\nlines', 'x@y.test', '+49 30 1234567'])
    const cells = [
      String(n),
      `${one(firstNames)} ${one(lastNames)}`,
      blanks(person.email ?? ''),
      blanks(person.lastName),
      blanks(person.firstName),
      notes,
      person.tag,
      person.key,
      person.phone ? `'${person.phone}` : '',
      `boss${n % 7}@northwind.test`,
    ]
    lines.push(cells.map(cell).join(';'))
    if (random() < 0.1) lines.push(one(['', ';;;;;;;;;', '   ']))
  }
  return { text: `\uFEFF${lines.join('\r\n')}\r\n`, people }
}

test('of a messy list of 200 rows, no person is wrong', () => {
  const { text, people } = messyList()
  const list = parseList(text)
  expect(list.head?.read).toEqual([
    ' Work E-Mail ',
    'Family name',
    'Given name',
    'Department',
    'Employee #',
    'Mobile',
  ])
  const read = mergeDuplicates(list.entries)
  expect(read.filter(({ problem }) => problem)).toEqual([])
  const rows = read.map(({ person }) => importRow(person))
  const wanted = people.map(({ tag, key, ...person }) => ({ ...person, customId: key, tags: [tag] }))
  const wrong = rows.filter(
    (row, place) => JSON.stringify(sortKeys(row)) !== JSON.stringify(sortKeys(wanted[place])),
  )
  expect(rows).toHaveLength(200)
  expect(wrong).toEqual([])
})

test('the file of results has every row with all its columns, the outcome and the profile', () => {
  const { text } = messyList()
  const list = parseList(text)
  const source = sourceTableOf(text, list, () => 'Has results, left out')
  const line = list.entries[1]?.line ?? 0
  const people: Run['people'] = [
    { lines: [line], person: {}, channel: 'email', profileId: '6920318e4b1a0c7d2e8f5a63', state: 'sent' },
  ]
  const file = resultCsv({ source, people })
  expect(file).toHaveLength(201)
  expect(file[0]).toBe(
    'Nr,Manager,Work E-Mail,Family name,Given name,Notes,Department,Employee #,Mobile,Manager email,Outcome,Profile ID\r\n',
  )
  expect(file[1]).toMatch(/^0,.*,"Has results, left out",\r\n$/s)
  expect(file[2]).toMatch(/^1,.*,Sent by email,6920318e4b1a0c7d2e8f5a63\r\n$/s)
})

test('of an export with title, old encoding and national numbers, no person is wrong', async () => {
  const { bytes, people, onlyByPhone, toCorrect, nationalNumbers } = messyExport()
  const file = await readFileText(bytes)
  if ('problem' in file) throw new Error(file.problem)
  expect(file.encoding).toBe('Windows-1252')
  const list = parseList(file.text)
  expect(list.head).toMatchObject({ line: 3, above: 2, unread: ['Start date'] })

  const read = (country?: string) => {
    const numbers = country
      ? {
          country,
          read: (text: string) => readNational(text, country),
          faultOf: (text: string) => nationalFault(text, country),
        }
      : undefined
    const { entries, counts } = settlePhones(list.entries, 'given', numbers)
    const rows = mergeDuplicates(entries).filter(({ problem }) => !problem)
    return { counts, rows: rows.map(({ person }) => sortKeys(importRow(person))) }
  }
  // What the API refuses is known by these two.
  const isGood = (row: { email?: string | undefined; phone?: string | undefined }) =>
    row.email ? /^[^@,;]+@[^@,;]+$/.test(row.email) : row.phone?.startsWith('+')
  const plain = read()
  const byEmail = people.map(({ phone, ...person }) => (person.email ? person : { ...person, phone }))
  const lowered = (row: { email?: string | undefined; phone?: string | undefined }) =>
    sortKeys({
      ...row,
      ...(row.email && { email: row.email.toLowerCase() }),
      ...(row.phone && { phone: row.phone.replaceAll(' ', '') }),
    })
  expect(plain.rows.filter(isGood).map(lowered)).toEqual(byEmail.map(lowered))
  expect(plain.rows.filter((row) => !isGood(row))).toHaveLength(toCorrect - 1 + onlyByPhone.length)
  expect(plain.counts).toEqual({
    national: nationalNumbers,
    read: 0,
    left: { country: nationalNumbers - onlyByPhone.length, unreadable: 0 },
  })

  const german = read('DE')
  const withPhones = [...people, ...onlyByPhone].sort(
    (one, other) => Number(one.customId) - Number(other.customId),
  )
  expect(german.rows.filter(isGood).map(lowered)).toEqual(withPhones.map(lowered))
  expect(german.counts).toEqual({
    national: nationalNumbers,
    read: nationalNumbers,
    left: { country: 0, unreadable: 0 },
  })
})

function sortKeys(row: object | undefined): object {
  return Object.fromEntries(Object.entries(row ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)))
}

test('of two columns of numbers, that of mobiles is read, wherever it is', () => {
  for (const [line, mobile] of [
    ['Telefon;Mobil', 'Mobil'],
    ['Mobil;Telefon', 'Mobil'],
    ['Teléfono;Móvil', 'Móvil'],
    ['電話番号;携帯電話', '携帯電話'],
    ['전화;휴대폰', '휴대폰'],
  ] as const) {
    expect(parseList(`E-Mail;${line}\na@x.test;030 1234567;0160 1234567`).head?.read).toEqual([
      'E-Mail',
      mobile,
    ])
  }
})

describe('a surname is never lost', () => {
  const read = (...lines: string[]) => parseList(lines.join('\n')).entries.map(({ person }) => person)
  const petra = { email: 'petra@x.test', firstName: 'Petra', lastName: 'Schulz' }

  test.each([
    ['Name;Vorname;E-Mail', 'Schulz;Petra;petra@x.test'],
    ['Name,First name,Email', 'Schulz,Petra,petra@x.test'],
    ['Nom;Prénom;Email', 'Schulz;Petra;petra@x.test'],
    ['NOM;Prenom;Courriel', 'Schulz;Petra;petra@x.test'],
    ['Nombre;Apellidos;Correo', 'Petra;Schulz;petra@x.test'],
    ['Nome;Sobrenome;E-mail', 'Petra;Schulz;petra@x.test'],
    ['Naam;Voornaam;E-mail', 'Schulz;Petra;petra@x.test'],
    ['Naam;Achternaam;E-mail', 'Petra;Schulz;petra@x.test'],
    ['이름;성;이메일', 'Petra;Schulz;petra@x.test'],
    ['姓;名;メールアドレス', 'Schulz;Petra;petra@x.test'],
    ['姓;名字;邮箱', 'Schulz;Petra;petra@x.test'],
    ['Name;Vorname;E-Mail', 'Petra Schulz;Petra;petra@x.test'],
    ['Full name,First name,Email', '"Schulz, Petra",Petra,petra@x.test'],
    ['Full name;Name;Vorname;E-Mail', 'Petra S.;Schulz;Petra;petra@x.test'],
    ['Nombre;Correo', 'Petra Schulz;petra@x.test'],
    ['Nom;Courriel', 'Petra Schulz;petra@x.test'],
  ])('of %s', (head, row) => {
    expect(read(head, row)).toEqual([petra])
  })

  test('where a cell of it is empty, and the whole name is in another', () => {
    expect(read('Full name,First name,Last name,Email', 'Petra Schulz,Petra,,petra@x.test')).toEqual([petra])
    expect(read('Full name,First name,Last name,Email', 'Petra Schulz,,,petra@x.test')).toEqual([petra])
  })

  test('a column of whole names says that it is not used beside both parts', () => {
    const { head } = parseList('Full name,First name,Last name,Email\nPetra S.,Petra,Schulz,petra@x.test')
    expect(head?.unused).toEqual(['Full name'])
    expect(parseList('Name,First name,Email\nSchulz,Petra,petra@x.test').head?.unused).toEqual([])
  })

  test.each([
    ['Last contact', '2026-01-12'],
    ['First contact', '2026-01-12'],
    ['Family contact', 'Hans Schulz'],
    ['Team contact', 'Bo'],
    ['Department contact', 'Bo'],
    ['Group company', 'Northwind'],
    ['Team work', 'yes'],
    ['Last person', 'Bo'],
    ['First of contact', 'Bo'],
    ['Contact person', 'Bo'],
  ])('a column “%s” is none of names or tags', (head, cell) => {
    const text = `Email,Name,${head}\npetra@x.test,Petra Schulz,${cell}`
    expect(parseList(text).head?.unread).toEqual([head])
    expect(read(`Email,Name,${head}`, `petra@x.test,Petra Schulz,${cell}`)).toEqual([petra])
  })

  test.each([
    'Email privat',
    'E-Mail dienstlich',
    'Courriel personnel',
    'Correo de trabajo',
    'Email of employee',
    'Work email',
  ])('a column “%s” is one of addresses', (head) => {
    expect(parseList(`Employee first,Employee last,${head}\nPetra,Schulz,petra@x.test`).head?.unread).toEqual(
      [],
    )
    expect(read(`Employee first,Employee last,${head}`, 'Petra,Schulz,petra@x.test')).toEqual([petra])
  })

  test('the name of a company is that of no person', () => {
    expect(parseList('Company name,Email\nNorthwind,petra@x.test').head?.unread).toEqual(['Company name'])
  })
})

test.each(
  'Mobil,Mobilnummer,Mobiltelefon,Rufnummer,Tel.-Nr.,Telefon privat,Mobile No.,Mobile phone number,móvil,Movil,Teléfono móvil,celular,Número de teléfono,portable,Tél. portable,N° de téléphone,mobiel,Mobiele nummer,GSM,telemóvel,手机,手机号码,携帯,携帯電話番号,휴대폰,휴대폰 번호,핸드폰,WhatsApp'
    .split(',')
    .map((head) => [head]),
)('a column %s is one of phone numbers, also of those that lost their zero', (head) => {
  const list = parseList(`E-Mail;${head}\na@x.test;1601234567\nb@x.test;0160 7654321`)
  const german = {
    country: 'DE',
    read: (text: string) => readNational(text, 'DE'),
    faultOf: () => ({ kind: 'other' as const }),
  }
  const { entries, counts } = settlePhones(list.entries, 'given', german)
  expect(entries.map(({ person }) => person.phone)).toEqual(['+491601234567', '+491607654321'])
  expect(counts.read).toBe(2)
})
