import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readFileText } from './file-text.ts'

/** A ZIP archive with these files, deflated. */
function zip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), deflateRawSync(Buffer.from(text), { level: 1 })]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(path.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt16LE(path.length, 28)
    central.writeUInt32LE(at, 42)
    parts.push(local, path, data)
    directory.push(central, path)
    at += local.length + path.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}

const workbook = (sheets: string, relations: string) => ({
  'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="x"><sheets>${sheets}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
})

test('the first visible sheet is read as CSV: shared and own texts, numbers, formulas, gaps', async () => {
  const file = zip({
    ...workbook(
      '<sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="People" sheetId="2" r:id="rId2"/>',
      '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet2.xml" Id="rId2"/>',
    ),
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><r><t xml:space="preserve">E-</t></r><r><t>Mail</t></r></si>' +
      '<si><t>Zoë &amp; &quot;Co&quot;, Ltd</t><rPh><t>ゾエ</t></rPh></si></sst>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet2.xml':
      '<x:worksheet xmlns:x="y"><x:sheetData>' +
      '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c>' +
      '<x:c r="D1" t="inlineStr"><x:is><x:t>Phone</x:t></x:is></x:c></x:row>' +
      '<x:row r="2"><x:c r="A2" t="s"><x:v>2</x:v></x:c><x:c r="B2" t="str"><x:f>LOWER("A")</x:f><x:v>a@x.test</x:v></x:c>' +
      '<x:c r="C2"/><x:c r="D2"><x:v>4.915112345678E12</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  })
  expect(await readFileText(file)).toEqual({
    text: 'Name,E-Mail,,Phone\n"Zoë & ""Co"", Ltd",a@x.test,,4915112345678',
  })
})

test('a file that unpacks to more than 60 MB, an empty sheet and another archive have plain messages', {
  tags: 'long',
}, async () => {
  const one = workbook('<sheet r:id="a"/>', '<Relationship Id="a" Target="s.xml"/>')
  const problems = await Promise.all(
    [
      zip({ ...one, 'xl/s.xml': ' '.repeat(61_000_000) }),
      zip({ ...one, 'xl/s.xml': '<worksheet/>' }),
      zip({ 'word/document.xml': '<w:p/>' }),
    ].map(readFileText),
  )
  expect(problems).toEqual([
    { problem: expect.stringContaining('This spreadsheet can’t be read') },
    { problem: 'The first sheet of this file is empty.' },
    { problem: 'This isn’t a CSV or XLSX file.' },
  ])
})
