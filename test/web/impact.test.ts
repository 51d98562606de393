import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { shortThenAll } from '../support/short-first.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let address: string
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  address = `${running.url}/technical/adverse-impact`
})

const men = ['Men zqxv', '48', '80']
const women = ['Women zqxv', '12', '40']

describe('GET /technical/adverse-impact', () => {
  test('200 with an empty form that needs no script, and says what the calculator is not for', async () => {
    const answer = await fetch(address)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const html = await answer.text()
    expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/src="\/assets\/language-/)])
    expect(html).toContain('<form class="impact-form" method="post"')
    expect(html).toContain('no legal advice')
    expect(html).toContain('must not be used to choose between people')
    expect(html).toContain('name="total-4"')
    expect(html).not.toContain('name="total-5"')
  })

  test('308 for the address with a trailing slash, and a link from the technical figures', async () => {
    const answer = await fetch(`${address}/`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/technical/adverse-impact'])
    const technical = await (await fetch(`${running.url}/technical`)).text()
    expect(technical).toContain('href="/technical/adverse-impact"')
  })
})

describe('POST /technical/adverse-impact', () => {
  test('200 with rates, ratios and tests, and the form keeps its input', async () => {
    const answer = await send([men, women])
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const html = await answer.text()
    expect(cellsOf(html, 'rates')).toEqual([
      ['Men zqxv', '60.0%', '1.000', 'highest rate', '48', '80'],
      ['Women zqxv', '30.0%', '0.500', 'below', '12', '40'],
    ])
    expect(cellsOf(html, 'chance')).toEqual([['Women zqxv', '0.0034', '−3.10', '0.0019', '−3.09', '0.553']])
    expect(html).toMatch(/Compared with .Men zqxv., which has the highest rate/)
    expect(enteredIn(html, 'name-2')).toBe('Women zqxv')
    expect(enteredIn(html, 'total-1')).toBe('80')
  })

  test("200 with numbers formatted in the reader's language", async () => {
    const answer = await send([men, women], {}, { 'accept-language': 'de' })
    expect(cellsOf(await answer.text(), 'rates')[1]?.slice(1, 3)).toEqual(['30,0\u00a0%', '0,500'])
  })

  test('200 for small numbers, with a note that they are small', async () => {
    const html = await (
      await send([
        ['men', '3', '20'],
        ['women', '1', '10'],
      ])
    ).text()
    const [row] = cellsOf(html, 'chance')
    expect(row).toEqual([
      'women',
      '1.0000',
      '−0.38Too small numbers for z',
      '0.7041',
      '−0.37',
      '2.000One person turns it round',
    ])
  })

  test('200 for no one selected, for everyone selected and for a group below the minimum share', async () => {
    const none = await (
      await send([
        ['a', '0', '10'],
        ['b', '0', '20'],
      ])
    ).text()
    expect(none).toContain('No group can be compared with')
    const all = await (
      await send([
        ['a', '10', '10'],
        ['b', '20', '20'],
      ])
    ).text()
    expect(cellsOf(all, 'chance')).toEqual([['a', '1.0000', '–', '–', '–', '–']])
    const few = [
      ['few', '1', '1'],
      ['many', '50', '99'],
    ]
    expect(cellsOf(await (await send(few)).text(), 'rates')[0]?.[3]).toBe('group too small')
    expect(cellsOf(await (await send(few, { share: '0,5' })).text(), 'rates')[0]?.[3]).toBe('highest rate')
  })

  test('200 for counts with separators, and a name for a group without one', async () => {
    const html = await (
      await send([
        ['', '２４', ' 80 '],
        ['', '1 200', '2\u202f000'],
      ])
    ).text()
    const rows = cellsOf(html, 'rates').map(([name, , , , ...counts]) => [name, ...counts])
    expect(rows).toEqual([
      ['Group 1', '24', '80'],
      ['Group 2', '1,200', '2,000'],
    ])
  })

  test('200 with four more rows and all input kept, without results, up to twelve rows', async () => {
    const html = await (await send([['half', 'x', '']], { more: '1' })).text()
    expect(enteredIn(html, 'selected-1')).toBe('x')
    expect(html).toContain('name="total-8"')
    expect(html).not.toContain('aria-invalid=')
    const full = await (await send([men], { rows: '12', more: '1' })).text()
    expect(full).toContain('name="total-12"')
    expect(full).not.toContain('name="more"')
    expect(await (await send([men], { rows: '1e9' })).text()).not.toContain('name="total-13"')
  })

  test.each([
    ['no number', [men, ['b', '1.200', '40']], 'selected-2', 'Enter a whole number'],
    ['a number below nothing', [men, ['b', '-1', '40']], 'selected-2', 'Enter a whole number'],
    ['a count left out', [men, ['b', '12', '']], 'total-2', 'Enter a whole number'],
    ['more than can be', [men, ['b', '1', '1000001']], 'total-2', 'Use at most 1,000,000.'],
    ['more chosen than there are', [men, ['b', '41', '40']], 'selected-2', 'No more people can be chosen'],
    ['a long name', [men, ['b'.repeat(61), '12', '40']], 'name-2', 'Use at most 60 characters.'],
  ])('400 at the field for %s, with all input kept', async (_, groups, field, words) => {
    const answer = await send(groups)
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain('<title>Please check what you entered')
    expect(problemOf(html, field)).toContain(words)
    expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*autofocus`))
    expect(html).not.toContain('id="result"')
    for (const [at, values] of groups.entries()) {
      for (const [place, name] of ['name', 'selected', 'total'].entries())
        expect(enteredIn(html, `${name}-${at + 1}`)).toBe(values[place])
    }
  })

  test('400 for an invalid share, and for fewer than two groups with people', async () => {
    for (const share of ['', '51', '-1', 'two']) {
      const answer = await send([men, women], { share })
      expect([share, answer.status]).toEqual([share, 400])
      expect(problemOf(await answer.text(), 'share')).toContain('from 0 to 50')
    }
    for (const groups of [[], [men], [men, ['b', '0', '0']]]) {
      const answer = await send(groups)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('Enter at least two groups')
    }
  })

  test('413 for a body larger than any of our forms, and 415 for another content type', async () => {
    expect((await send([men, ['x'.repeat(70_000), '1', '2']])).status).toBe(413)
    const headers = { 'content-type': 'application/json', accept: 'text/html' }
    expect((await fetch(address, { method: 'POST', body: '{}', headers })).status).toBe(415)
  })

  test('403 for the form of another site', async () => {
    const answer = await send([men, women], {}, { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
    expect(await answer.text()).not.toContain('zqxv')
  })

  test('escapes names', async () => {
    const hostile = `<img src=x onerror="alert(1)">'&\u202e`
    for (const groups of [
      [[hostile, '1', '4'], women],
      [[hostile, '5', '4'], women],
    ]) {
      const html = await (await send(groups)).text()
      expect(html).not.toContain('<img')
      expect(html).not.toContain('\u202e')
      expect(html).toContain('&lt;img')
    }
  })

  test('stores and logs nothing of it, valid or invalid', async () => {
    await tables.expectUnchanged(async () => {
      await send([men, women])
      await send([men, ['Women zqxv', '7654321', '40']])
      await send([men, ['zqxv'.repeat(20_000), '1', '2']])
    })
    expect(await tables.holding('zqxv')).toEqual({})
    const logged = running.logged()
    expect(logged).toContain('"route":"/technical/adverse-impact"')
    expect(logged).not.toMatch(/zqxv|7654321/)
  })
})

const devices = {
  'a small phone in the dark': { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  'a desktop in the light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
} as const

describe.skipIf(!browserAvailable)('the calculator in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  for (const { cases, isLong, options } of shortThenAll(Object.entries(devices))) {
    test.each(cases)('on %s: first invalid, then valid, with all input kept', options, async (_, device) => {
      const context = await browser.open(device)
      const page = await context.newPage()
      const { faults } = watch(page, running.url)
      const isQuiet = async () => {
        expect(await axe(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      }
      await page.goto(address)
      if (isLong) await isQuiet()
      const fill = async (at: number, values: readonly string[]) => {
        const row = page.getByRole('group', { name: `Group ${at}` })
        for (const [place, label] of ['Name', 'Chosen', 'All, chosen or not'].entries())
          await row.getByLabel(label, { exact: true }).fill(values[place] ?? '')
      }
      await fill(1, ['Apply by letter', '48', '80'])
      await fill(2, ['Apply by telephone, in the evening, from elsewhere', '41', '40'])
      await page.keyboard.press('Enter')
      await page.locator('#selected-2-problem').waitFor()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('selected-2')
      await isQuiet()
      await page.locator('#selected-2').fill('2')
      await page.locator('#total-2').fill('10')
      await page.getByRole('button', { name: 'Calculate' }).click()
      await page.locator('#result').waitFor()
      await isQuiet()
      expect(await page.locator('.impact-rates tbody tr').count()).toBe(2)
      await page.getByRole('button', { name: 'Add rows' }).click()
      await page.locator('#total-8').waitFor()
      expect(await page.locator('#total-2').inputValue()).toBe('10')
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
      await context.close()
    })
  }
})

function send(
  groups: readonly (readonly string[])[],
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const fields: Record<string, string> = { share: '2', ...more }
  for (const [at, [name = '', selected = '', total = '']] of groups.entries()) {
    fields[`name-${at + 1}`] = name
    fields[`selected-${at + 1}`] = selected
    fields[`total-${at + 1}`] = total
  }
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers })
}

/** The cells of a table of the result, as text. */
function cellsOf(html: string, table: string): string[][] {
  const [, body = ''] = new RegExp(`impact-${table}">.*?<tbody>(.*?)</tbody>`, 's').exec(html) ?? []
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) => [...row.matchAll(/<t[hd].*?>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plain(cell)))
}

function problemOf(html: string, field: string): string {
  return plain(new RegExp(`id="${field}-problem">(.*?)</p>`, 's').exec(html)?.[1] ?? '')
}

function enteredIn(html: string, field: string): string | undefined {
  const [input = ''] = new RegExp(`<input[^>]*id="${field}"[^>]*>`).exec(html) ?? []
  return plain(/ value="([^"]*)"/.exec(input)?.[1] ?? '')
}

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
