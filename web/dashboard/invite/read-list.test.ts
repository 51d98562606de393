import { describe, expect, test } from 'vitest'
import { readFileText } from '../ui/file-text.ts'
import { importRow } from './import-row.ts'
import { inviteeName } from './invitee.ts'
import { apartKey, type ListedPerson, mergeDuplicates, namesLeftOut } from './merge-duplicates.ts'
import { parseListLine } from './read-line.ts'
import { mostPeople, parseList } from './read-list.ts'
import { remainingLines } from './remaining-lines.ts'
import { listVerdict } from './verdicts.ts'

const people = (text: string) => parseList(text).entries.map(({ person }) => person)
const amara = { email: 'amara@x.test', firstName: 'Amara', lastName: 'Diallo' }

describe('a line', () => {
  test.each([
    'amara@x.test, Amara Diallo',
    'Amara Diallo; amara@x.test',
    'amara@x.test\tAmara\tDiallo',
    'Amara Diallo <amara@x.test>',
    '"Diallo, Amara" <amara@x.test>,',
    'amara@x.test Amara Diallo',
    '  mailto:amara@x.test ,, Amara   Diallo ',
    'amara@x.test, n/a, Amara Diallo, -',
    'amara@x.test\u200b, Amara Diallo',
  ])('is read in any order and with any separator: %s', (line) => {
    expect(parseListLine(line)).toEqual([amara])
  })

  test.each([
    ['+49 151 12345678, Jonas Brandt', { phone: '+49 151 12345678', firstName: 'Jonas', lastName: 'Brandt' }],
    ['Jonas +49 (151) 123-45678', { phone: '+49 (151) 123-45678', firstName: 'Jonas' }],
    [
      'a.2@x.test; 0049 151 1234567; 陈思远',
      { email: 'a.2@x.test', phone: '0049 151 1234567', firstName: '陈思远' },
    ],
    ['sven.holm@northwind', { email: 'sven.holm@northwind' }],
    ["o'hara@x.test, Maeve O'Hara", { email: "o'hara@x.test", firstName: 'Maeve', lastName: "O'Hara" }],
    ["'amara@x.test'", { email: 'amara@x.test' }],
  ])('takes email, phone and name out of %s', (line, person) => {
    expect(parseListLine(line)).toEqual([person])
  })

  test('with several addresses is several people', () => {
    expect(parseListLine('Amara Diallo <amara@x.test>, ben@x.test; Cem <cem@x.test>')).toEqual([
      amara,
      { email: 'ben@x.test' },
      { email: 'cem@x.test', firstName: 'Cem' },
    ])
    expect(parseListLine('a@x.test b@x.test')).toHaveLength(2)
  })

  test.each([
    ['Amara Diallo', 'there is no email address or phone number'],
    ['amara@x.test, ben@x.test, Ben', 'two addresses. Write one person a line'],
    ['+49 151 1234567, +49 151 1234568', 'two phone numbers. Write one person a line'],
    ['Export 28.11.2026 10:15', 'there is no email address or phone number'],
    ['kaputt@phone,test, Kap Utt', '“kaputt@phone,test” has a comma where an address has a dot'],
    ['amara@x.test, 12', '“12” is neither an address nor a name'],
    [
      'Ria Sen, ria@x.test, Sales, Bo',
      '“Bo” may not be part of the name. Name the columns in a first line, such as Name, Email',
    ],
    [
      'Ria Sen, ria@x.test, Sales',
      '“Sales” may not be part of the name. Name the columns in a first line, such as Name, Email',
    ],
  ])('that can’t be read has a reason: %s', (line, problem) => {
    expect(parseListLine(line)).toBe(problem)
  })

  test('keeps its number when others are blank', () => {
    const list = parseList('\r\na@x.test\n\n  \nNobody\r\n')
    expect(list.entries).toMatchObject([
      { line: 2, person: { email: 'a@x.test' } },
      { line: 5, problem: 'there is no email address or phone number' },
    ])
    expect(parseList(' \n ').entries).toEqual([])
  })

  test('that is too long for the API is never sent', () => {
    expect(parseList(`a@x.test, ${'n'.repeat(301)}`).entries[0]?.problem).toContain('300')
  })
})

describe('a table', () => {
  test('has its columns in any order, in quotes, over several lines, with CR LF and a byte order mark', () => {
    const table =
      '\uFEFFLast Name,"E-Mail",Department,first_name,LOCALE,Phone\r\n' +
      'Diallo,amara@x.test,"Sales, ""East""\r\nand West",Amara,pt-BR,"\'+49 151 1234567"\r\n' +
      '\r\n,,,,,\r\n' +
      'Holm,,,Sven,klingon,\r\n'
    const { head, entries } = parseList(table)
    expect(head).toMatchObject({
      line: 1,
      read: ['Last Name', 'E-Mail', 'Department', 'first_name', 'LOCALE', 'Phone'],
      unread: [],
    })
    expect(entries).toEqual([
      {
        line: 2,
        until: 3,
        person: { ...amara, locale: 'pt_BR', phone: '+49 151 1234567', tags: ['Sales, "East" and West'] },
      },
      {
        line: 6,
        until: 6,
        person: { firstName: 'Sven', lastName: 'Holm', locale: 'klingon' },
        problem: 'there is no email address or phone number',
      },
    ])
  })

  test('can have semicolons or tabs, a separator line, and a single name column', () => {
    expect(people('name;email\nAmara Diallo;amara@x.test')).toEqual([amara])
    expect(people('email\tname\namara@x.test\tDiallo, Amara')).toEqual([amara])
    expect(people('sep=;\r\nemail;name\r\namara@x.test;Amara Diallo')).toEqual([amara])
  })

  test('with an unclosed quote reports it and stops', () => {
    expect(parseList('email,name\na@x.test,"Ada\nb@x.test,Ben').entries).toMatchObject([
      { line: 2, until: 3, problem: 'a quote is opened here and closed nowhere' },
    ])
  })

  test('without a header is read line by line', () => {
    expect(people('amara@x.test,Amara,Diallo\r\n')).toEqual([amara])
    expect(parseList('Rufname;Mail\nAda;a@x.test').head?.unread).toEqual(['Rufname'])
  })

  const ria = { email: 'ria@x.test', firstName: 'Ria', lastName: 'Sen' }
  test.each([
    ['Full Name,Work Email,Dept,Manager', 'Ria Sen,ria@x.test,Sales,Bo', ['Manager']],
    ['Name,Manager Email,Email', 'Ria Sen,bo@x.test,ria@x.test', ['Manager Email']],
    ['Team;Vorname;Nachname;E-Mail-Adresse', 'Sales;Ria;Sen;ria@x.test', []],
    ['Employee Name,Where to write,Dept', 'Ria Sen,ria@x.test,Sales', []],
    ['氏名,部署,メールアドレス', 'Ria Sen,営業,ria@x.test', []],
  ])('is recognized by the header %s, and other columns join no name', (header, row, unread) => {
    const { head, entries } = parseList(`${header}\n${row}`)
    expect(entries.map(({ person: { tags: _, ...person } }) => person)).toEqual([ria])
    expect(head?.unread).toEqual(unread)
  })

  test('with two columns of addresses and no name for either invites nobody', () => {
    const { entries } = parseList('Name,One,Other\nRia Sen,ria@x.test,bo@x.test')
    expect(entries.map(({ problem }) => problem !== undefined)).toEqual([true, true])
  })
})

test('more people than the maximum are counted and not read', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.test`).join('\n')
  expect(parseList(lines(mostPeople)).entries).toHaveLength(mostPeople)
  expect(parseList(lines(mostPeople + 1))).toEqual({ entries: [], tooMany: mostPeople + 1 })
  expect(parseList(`email\n${lines(20_000)}`)).toEqual({ entries: [], tooMany: 20_000 })
})

test('lines that were not invited stay in the text, with the table header', () => {
  const table = 'email,name\na@x.test,A\nb@x,"B\nB"\nc@x.test,C'
  expect(remainingLines(table, parseList(table), new Set([3]))).toBe('email,name\nb@x,"B\nB"')
  expect(remainingLines('a@x.test\n\nb@x', parseList('a@x.test\n\nb@x'), new Set([3]))).toBe('b@x')
  expect(remainingLines(table, parseList(table), new Set())).toBe('')
})

describe('names of columns', () => {
  const rows = 'ann@x.test;Ann;Red\nbo@x.test;Bo;Blue'
  const read = (text: string) => {
    const { head, entries } = parseList(text)
    return { line: head?.line, above: head?.above, emails: entries.map(({ person }) => person.email) }
  }
  const emails = ['ann@x.test', 'bo@x.test']

  test.each([
    ['a title and a blank line', 'HR export 28.11.2026;;\n\n', 3, 2],
    ['a title with commas', 'People, all of them, by name\n', 2, 1],
    ['filters with known words', 'Team;All;\nLanguage;German;\nPrinted by;Person;\n\n', 5, 4],
    ['a quote that nothing closes', '"Export of today\n', 2, 1],
    ['blank lines only', '\n \n', 3, 0],
    ['the line of a spreadsheet', 'sep=;\nHR export\n', 3, 1],
  ])('are found below %s', (_, above, line, count) => {
    expect(read(`${above}Email;Name;Team\n${rows}`)).toEqual({ line, above: count, emails })
    expect(read(`${above}Where;Name;Team\n${rows}`)).toEqual({ line, above: count, emails })
  })

  test('that nobody knows are found by the cells below them', () => {
    expect(read(`HR export\n\nWohin;Wer;Wo\n${rows}`)).toEqual({ line: 3, above: 2, emails })
    expect(parseList(`Wohin;Wer;Wo\n${rows}`).head).toMatchObject({ isAssumed: true })
    expect(parseList(`Wohin;Wer;Wo\n${rows}`, { asTable: false }).head).toBeUndefined()
    expect(parseList(`Email;Wer;Wo\n${rows}`).head).toMatchObject({ isAssumed: false })
    // This is a person without an address.
    expect(parseList(`;Jo;Ng\n${rows}`).head).toBeUndefined()
  })

  test('are not looked for below the first person', () => {
    const { head, entries } = parseList('ann@x.test, Ann\nEmail, Name\nbo@x.test, Bo')
    expect(head).toBeUndefined()
    expect(entries.map(({ problem }) => problem !== undefined)).toEqual([false, true, false])
    expect(parseList('+49 151 1234567; Jo\nPhone; Name\n+49 151 1234568; Bo').head).toBeUndefined()
  })

  test('can be missing below a title, where the table is chosen', () => {
    const text = `HR export;;\n\n${rows}`
    expect(parseList(text).canBeTable).toBe(true)
    const { head, entries } = parseList(text, { asTable: true })
    expect(head).toMatchObject({ line: 0, above: 2 })
    expect(entries.map(({ line, person }) => [line, person.email])).toEqual([
      [3, 'ann@x.test'],
      [4, 'bo@x.test'],
    ])
  })

  test('with line breaks stay with the lines to correct, and what was above them goes', () => {
    const text = 'HR export\n"Work\ne-mail";Name\nann@x.test;Ann\nbo@x;Bo'
    const list = parseList(text)
    expect(list.head).toMatchObject({ line: 2, until: 3, read: ['Work\ne-mail', 'Name'] })
    expect(list.head?.columns[0]?.name).toBe('Work e-mail')
    expect(remainingLines(text, list, new Set([5]))).toBe('"Work\ne-mail";Name\nbo@x;Bo')
  })
})

describe('a cell', () => {
  const cell = (name: string, text: string) =>
    parseList(`Email,${name},x\na@x.test,"${text}",`).entries[0]?.person
  const email = (text: string) => parseList(`Email,Name\nb@x.test,Bo\n"${text}",Ann`).entries[1]

  test.each([
    'mailto:ann@x.test',
    'MAILTO:ann@x.test?subject=Hello',
    'Ann Lee <ann@x.test>',
    '<ann@x.test>',
    ' ann@x.test; ',
    '\u200bann@x.test\u00a0',
  ])('with the address “%s” is read', (text) => {
    expect(email(text)?.person.email).toBe('ann@x.test')
  })

  test.each(['n/a', 'N/A', '-', '–', 'none', '(none)', 'keine', 'なし', '?', '#N/A'])(
    'of addresses that says “%s” is no address',
    (text) => {
      expect(email(text)).toMatchObject({ problem: 'there is no email address or phone number' })
      expect(cell('Mobile', text)).toEqual({ email: 'a@x.test' })
    },
  )

  test('of names is left out only if it can be no name', () => {
    expect(cell('First name', 'n/a')).toEqual({ email: 'a@x.test' })
    expect(cell('First name', 'None')).toMatchObject({ firstName: 'None' })
    expect(cell('Team', '-')).toEqual({ email: 'a@x.test' })
  })

  test.each([
    ...[
      ['German', 'de'],
      ['Deutsch', 'de'],
      ['de-DE', 'de'],
      ['de_AT', 'de'],
      ['DEUTSCH', 'de'],
    ],
    ...[
      ['Allemand', 'de'],
      ['ドイツ語', 'de'],
      ['독일어', 'de'],
      ['德语', 'de'],
      ['Duits', 'de'],
    ],
    ...[
      ['français', 'fr'],
      ['Francais', 'fr'],
      ['Französisch', 'fr'],
      ['fr-CA', 'fr'],
      ['Canadian French', 'fr'],
    ],
    ...[
      ['English (US)', 'en'],
      ['British English', 'en'],
      ['inglés', 'en'],
      ['inglês', 'en'],
      ['英語', 'en'],
    ],
    ...[
      ['Español', 'es'],
      ['Castilian Spanish', 'Castilian Spanish'],
      ['Nederlands', 'nl'],
      ['Flemish', 'nl'],
    ],
    ...[
      ['日本語', 'jp'],
      ['Japanese', 'jp'],
      ['ja_JP', 'jp'],
      ['한국어', 'ko'],
      ['Koreanisch', 'ko'],
    ],
    ...[
      ['Portuguese', 'pt_BR'],
      ['Brazilian Portuguese', 'pt_BR'],
      ['Português (Brasil)', 'pt_BR'],
      ['pt-PT', 'pt-PT'],
    ],
    ...[
      ['Chinese', 'zh_CN'],
      ['简体中文', 'zh_CN'],
      ['Simplified Chinese', 'zh_CN'],
      ['zh-TW', 'zh-TW'],
    ],
    ...[
      ['Klingon', 'Klingon'],
      ['Traditional Chinese', 'Traditional Chinese'],
    ],
  ])('of languages that says “%s” is %s', (text = '', locale = '') => {
    expect(cell('Language', text)).toEqual({ email: 'a@x.test', locale })
  })

  test.each(['n/a', 'unknown', ''])('of languages that says “%s” leaves the usual one', (text) => {
    expect(cell('Language', text)).toEqual({ email: 'a@x.test' })
  })
})

describe('lines of one address', () => {
  const listed = (text: string, chosen = {}) =>
    mergeDuplicates(parseList(text).entries, chosen).map(({ lines, person, problem }) => [
      lines,
      inviteeName(person),
      problem,
    ])

  test.each([
    'a@x.test, Jörg Köhler\nA@x.test, JOERG KOEHLER',
    'a@x.test, JÖRG KÖHLER\nA@x.test, Jörg Köhler',
    'a@x.test, Jörg Köhler\na@x.test, "Köhler, Jörg"',
    'a@x.test, Jörg Köhler\na@x.test',
    'a@x.test, Jörg Köhler\na@x.test, Jörg',
  ])('are joined if the name is the same: %s', (text) => {
    expect(listed(text)).toEqual([[[1, 2], 'Jörg Köhler', undefined]])
  })

  test.each([
    ['a@x.test, Jörg Köhler\na@x.test, Sekretariat Zwei', 'a@x.test', 'two names at one address'],
    [
      'a@x.test, Jörg Köhler, +4915112345678\na@x.test, Sekretariat Zwei, +4915112345679',
      'a@x.test',
      'address',
    ],
    ['+4915112345678, Bo Ng\n+49 151 12345678, Cy Yo', '+4915112345678', 'two names with one phone number'],
    ['a@x.test, Bo Ng, +4915112345678\n+4915112345678, Cy Yo', '+4915112345678', 'one phone number'],
  ])('wait for a choice if the names differ: %s', (text, address, words) => {
    expect(listed(text)).toEqual([[[1, 2], address, expect.stringContaining(words)]])
  })

  test('are those of the chosen name, with those that have none', () => {
    const text = 'a@x.test, Bo Ng\na@x.test, Cy Yo\na@x.test, YO CY, +4915112345678'
    expect(listed(text, { 'a@x.test': 'cy yo' })).toEqual([[[2, 3], 'Cy Yo', undefined]])
    // A choice for a name that was corrected since is none.
    expect(listed(text, { 'a@x.test': 'dy yo' })).toEqual([
      [[1, 2, 3], 'a@x.test', expect.stringContaining('Bo Ng, Cy Yo')],
    ])
  })

  describe('of two people with a number of their own each', () => {
    const text = 'a@x.test, Bo Ng, +4915112345678\na@x.test, Cy Yo, +4915112345679'
    const { entries } = parseList(text)
    const apart = [apartKey('a@x.test', 'cy yo')]

    test('offer the number of the one who is left out, and add them by it', () => {
      const [chosen] = mergeDuplicates(entries, { 'a@x.test': 'bo ng' })
      expect(chosen?.names?.names[1]).toMatchObject({ name: 'Cy Yo', phone: '+4915112345679' })
      expect(namesLeftOut(chosen as ListedPerson)).toEqual(['Cy Yo'])
      const both = mergeDuplicates(entries, { 'a@x.test': 'bo ng' }, { apart })
      expect(both.map(({ person }) => importRow(person))).toEqual([
        { email: 'a@x.test', phone: '+4915112345678', firstName: 'Bo', lastName: 'Ng' },
        { phone: '+4915112345679', firstName: 'Cy', lastName: 'Yo' },
      ])
      expect(both.flatMap(namesLeftOut)).toEqual([])
    })

    test('never take the other one for the one to whom the address went', () => {
      const [rest] = mergeDuplicates(entries.slice(1), {}, { taken: { 'a@x.test': 'bo ng' } })
      expect(rest).toMatchObject({ lines: [2], problem: 'another name was chosen for this address' })
      expect(rest?.names?.names[0]?.phone).toBe('+4915112345679')
      const [own] = mergeDuplicates(entries.slice(1), {}, { apart, taken: { 'a@x.test': 'bo ng' } })
      expect([own?.person.email, own?.problem]).toEqual([undefined, undefined])
    })

    test('offer no number that both have', () => {
      const shared = parseList(text.replaceAll('5678', '5679')).entries
      const [chosen] = mergeDuplicates(shared, { 'a@x.test': 'bo ng' })
      expect(chosen?.names?.names.map(({ phone }) => phone)).toEqual([undefined, undefined])
    })
  })

  test('of hundreds of people name the first ones, and any of them can be chosen', () => {
    const text = Array.from({ length: 400 }, (_, n) => `shared@x.test, Person N${n}`).join('\n')
    const { entries } = parseList(text)
    const [one, ...others] = mergeDuplicates(entries)
    expect([others, one?.lines.length, one?.names?.names.length]).toEqual([[], 400, 400])
    const names = Array.from({ length: 8 }, (_, n) => `Person N${n}`).join(', ')
    expect(one?.problem).toBe(`400 names at one address: ${names} …. Which?`)
    const { words } = listVerdict(one as ListedPerson, undefined, { way: 'given', again: true }, () => [])
    expect(words).toMatch(/^Lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 …: 400 names at one address/)
    const key = one?.names?.names.at(-1)?.key ?? ''
    const [chosen] = mergeDuplicates(entries, { 'shared@x.test': key })
    expect([chosen?.lines, chosen?.person.lastName, chosen?.problem]).toEqual([[400], 'N399', undefined])
  })

  test('are not sent with more tags than the service takes, also if they have them together', () => {
    const tags = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `Team ${from + n}`).join('|')
    const problems = (...cells: string[]) =>
      mergeDuplicates(
        parseList(`Email;Tags\n${cells.map((cell) => `a@x.test;${cell}`).join('\n')}`).entries,
      ).map(({ problem }) => problem)
    expect(problems(tags(0, 20))).toEqual([undefined])
    expect(problems(tags(0, 21))).toEqual(['it has more than 20 tags'])
    expect(problems(tags(0, 15), tags(10, 10))).toEqual([undefined])
    expect(problems(tags(0, 15), tags(15, 15))).toEqual(['it has more than 20 tags'])
    expect(problems('x'.repeat(301))).toEqual(['a part of it has more than 300 characters'])
  })

  test('of people who share a phone and have emails of their own stay apart', () => {
    expect(listed('a@x.test, Bo Ng, +4915112345678\nb@x.test, Cy Yo, +4915112345678')).toHaveLength(2)
  })
})

describe('two parts of a name', () => {
  const names = (text: string, order?: 'firstLast' | 'lastFirst') => {
    const { entries, nameOrder } = parseList(text, {}, order)
    return [entries.map(({ person }) => inviteeName(person)), nameOrder?.example]
  }

  test.each([
    ['Adams, Paul, paul.adams@x.test', 'Paul Adams'],
    ['Adams, Paul, padams@x.test', 'Paul Adams'],
    ['Adams, Paul, p_adams2@x.test', 'Paul Adams'],
    ['Paul, Adams, paul.adams@x.test', 'Paul Adams'],
    ['Köhler, Jörg Uwe, joerg.koehler@x.test', 'Jörg Uwe Köhler'],
  ])('are in the order that the address shows: %s', (line, name) => {
    expect(names(line)).toEqual([[name], undefined])
  })

  test('that show no order follow the others of the list, or are asked about once', () => {
    expect(names('Adams, Paul, paul.adams@x.test\nBloom, Ria, +4915112345678')).toEqual([
      ['Paul Adams', 'Ria Bloom'],
      undefined,
    ])
    const untold = 'Adams, Paul, info@x.test\nBloom, Ria, office@x.test'
    expect(names(untold)).toEqual([
      ['Adams Paul', 'Bloom Ria'],
      ['Adams', 'Paul'],
    ])
    expect(names('kaputt@phone,test, Kap Utt\nsven@northwind, Kap, Utt')[1]).toBeUndefined()
    expect(names(untold, 'lastFirst')[0]).toEqual(['Paul Adams', 'Ria Bloom'])
  })
})

describe('columns of numbers', () => {
  const fieldOf = (name: string, cells: readonly string[], place = 2) =>
    parseList(
      ['Email;Name', ...cells.map((_, n) => `p${n}@x.test;P${n}`)]
        .map((line, n) => `${line};${[name, ...cells][n]}`)
        .join('\n'),
    ).head?.columns[place]?.field

  test.each([
    ['', ['0170 1000000', '0151 2345678']],
    ['Erreichbar', ['0170/1000000', '', '(030) 123456-7']],
    ['Contact', ['555-123-4567', '555-123-4568', 'n/a']],
  ])('under the name “%s” are phones: %j', (name, cells) => {
    expect(fieldOf(name, cells)).toBe('phone')
  })

  test.each([
    ['', ['1000234', '1000235']],
    ['Seit', ['01.02.2005', '02.02.2006']],
    ['Fax', ['030 1234567']],
    ['Manager', ['0170 1000000']],
    ['Betrag', ['1.234,50', '2.345,60']],
  ])('under the name “%s” are none: %j', (name, cells) => {
    expect(fieldOf(name, cells)).not.toBe('phone')
  })

  test('beside one that is called phone are left alone', () => {
    expect(
      parseList('Email;Phone;x\na@x.test;+4915112345678;0170 1000000').head?.columns[2]?.field,
    ).toBeUndefined()
  })
})

test('rows of totals are left out and counted, also of pasted lines', () => {
  expect(parseList('Email;Name;Age\na@x.test;Ann;40\nTotal;;1\n;Summe: ;40')).toMatchObject({
    totals: 2,
    entries: [{ line: 2 }],
  })
  expect(parseList('a@x.test, Ann\nTotal, 1')).toMatchObject({ totals: 1, entries: [{ line: 1 }] })
  expect(parseList('a@x.test, Ann\nTotal').totals).toBeUndefined()
})

describe('a file', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  const utf8 = (text: string) => new TextEncoder().encode(text)

  test('is read as UTF-8 with or without a byte order mark, and as UTF-16 with one', async () => {
    for (const text of ['email\nzoë@x.test', '\uFEFFemail\nzoë@x.test']) {
      expect(await readFileText(utf8(text))).toEqual({ text: 'email\nzoë@x.test' })
    }
    expect(await readFileText(bytes(0xff, 0xfe, 0x61, 0, 0xeb, 0))).toEqual({ text: 'aë' })
  })

  test('is read as Windows-1252 if it is not UTF-8, and says so', async () => {
    const umlauts = bytes(0x5a, 0x6f, 0xeb, 0x20, 0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x92, 0x80)
    expect(await readFileText(umlauts)).toEqual({ text: 'Zoë Müller ’€', encoding: 'Windows-1252' })
  })

  test.each([
    ['bytes of no text that Windows wrote', bytes(0x7a, 0x6f, 0x8d, 0x40), 'encoded in UTF-8'],
    ['half of a UTF-16 letter', bytes(0xff, 0xfe, 0x61), 'encoded in UTF-8'],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'CSV or XLSX'],
    ['a damaged spreadsheet', bytes(0x50, 0x4b, 3, 4, 0), 'can’t be read'],
    ['an old spreadsheet', bytes(0xd0, 0xcf, 0x11, 0xe0), 'an old or protected spreadsheet'],
    ['something else', bytes(0x61, 0, 0x62), 'CSV or XLSX'],
    ['a PDF', utf8('%PDF-1.4\n1 0 obj << /Author (bad@x.test) >>'), 'CSV or XLSX'],
    ['a page', utf8('<!DOCTYPE html><a href="mailto:a@x.test">A</a>'), 'CSV or XLSX'],
    ['an empty archive', bytes(0x50, 0x4b, 5, 6, ...Array(18).fill(0)), 'CSV or XLSX'],
    ['nothing', utf8('\uFEFF \n'), 'empty'],
    ['too much', new Uint8Array(5_000_001), 'larger than 5 MB'],
  ])('that contains %s has a plain message', async (_name, content, words) => {
    expect(await readFileText(content)).toEqual({ problem: expect.stringContaining(words) })
  })
})
