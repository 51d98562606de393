import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildCommandLine } from '../../scripts/clients.ts'
import { newHome, runTimbre, spawnTimbre } from '../support/command-line.ts'
import { encodedText } from '../support/encoded-text.ts'
import { killImports } from '../support/killed-imports.ts'
import { pretendApi, refusal } from '../support/pretended-api.ts'
import { freePort, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
let home: string
beforeAll(async () => {
  running = await startTestService()
  account = await running.account({ mode: 'sandbox' })
  home = newHome()
})
const environment = (replaced: Record<string, string> = {}) => ({
  ...{ XDG_CONFIG_HOME: home, TIMBRE_URL: running.url },
  ...{ TIMBRE_CLIENT_ID: account.clientId, TIMBRE_CLIENT_SECRET: account.clientSecret },
  ...replaced,
})
const run = (line: string, replaced: Record<string, string> = {}, readLine = async () => '') =>
  runTimbre(line.split(' '), { environment: environment(replaced), readLine })
const json = ({ printed }: { printed: string[] }) => printed.map((line) => JSON.parse(line))

describe('people', () => {
  test('invite finds or creates, tags and sends; list, get and delete show and remove', async () => {
    await run('tags create Sales')
    const invited = await run('invite ada@cli.test --tag sales --locale de --json')
    expect([invited.code, invited.said]).toEqual([0, ['Invite sent.']])
    const [{ profileId }] = json(invited)
    const listed = await run('people list --tag Sales --json')
    expect(json(listed)).toMatchObject([{ id: profileId, email: 'ada@cli.test', locale: 'de' }])
    const table = await run('people list --search ada@cli.test')
    expect(table.printed[0]).toMatch(/^id +name +email +status/)
    expect(table.printed[1]).toContain('not started')
    const direct = await account.call('GET', `/profile/${profileId}?includeTags=true`)
    expect(json(await run(`people get ${profileId} --json`))).toEqual([direct.body])
    const wrong = await run(`people delete ${profileId}`, {}, async () => 'Eve')
    expect(wrong).toMatchObject({
      code: 1,
      said: [expect.anything(), expect.stringContaining('Nothing was')],
    })
    expect((await run(`people delete ${profileId}`, {}, async () => 'ada@cli.test')).code).toBe(0)
    expect((await account.call('GET', `/profile/${profileId}`)).status).toBe(404)
  })

  test('campaigns are created, listed and shown, remind and end; people are invited in them', async () => {
    const person = json(await run('invite cleo@cli.test --json'))[0]
    await running.db.admin(`update invite set created_at = created_at - '1 day'::interval`)
    const line = [
      'campaigns',
      'create',
      'Sales team',
      String(person.profileId),
      '--note',
      'See you on Friday.',
    ]
    const made = await runTimbre([...line, '--last-day', '2099-12-18', '--remind', '6,3', '--json'], {
      environment: environment(),
    })
    expect([made.code, made.said]).toEqual([0, ['Invite sent.']])
    const { campaign } = json(made)[0]
    expect(campaign).toMatchObject({
      ...{ name: 'Sales team', deadline: '2099-12-18', note: 'See you on Friday.', reminderDays: [3, 6] },
    })
    expect((await run(`invite dora@cli.test --campaign ${campaign.id}`)).code).toBe(0)
    const listed = await run('campaigns list')
    expect(listed.printed[0]).toMatch(/^id +name +state +last day +invited +opened +started +completed$/)
    expect(listed.printed[1]).toMatch(/ Sales team +open +2099-12-18 +2 +0 +0 +0$/)
    const shown = (await run(`campaigns get ${campaign.id}`)).printed.join('\n')
    expect(shown).toMatch(/^remind after +3, 6 days$/m)
    expect(shown).toMatch(/^waiting +(sent|queued) /m)
    const inIt = json(await run(`campaigns people ${campaign.id} --json`))
    expect(inIt.map(({ email }) => email).sort()).toEqual(['cleo@cli.test', 'dora@cli.test'])
    await running.service.drainOutbox()
    await running.db.admin(
      `update invite set created_at = created_at - '1 day'::interval where campaign_id = '${campaign.id}'`,
    )
    await running.db.admin(`update campaign_person set messaged_at = messaged_at - '1 day'::interval`)
    expect((await run(`campaigns remind ${campaign.id}`)).printed[0]).toMatch(/^reminded +2$/)
    expect((await run(`campaigns remind ${campaign.id}`)).printed[0]).toMatch(/^reminded +0$/)
    const wrong = await run(`campaigns end ${campaign.id}`, {}, async () => 'Sales')
    expect(wrong).toMatchObject({ code: 1, said: [expect.stringContaining('Sales team'), expect.anything()] })
    const ended = await run(`campaigns end ${campaign.id}`, {}, async () => 'Sales team')
    expect(ended.printed[1]).toMatch(/^state +ended$/)
    expect((await run('campaigns list --state open')).printed).toHaveLength(1)
    const late = await run(`invite eve@cli.test --campaign ${campaign.id}`)
    expect([late.code, late.said.join()]).toEqual([1, expect.stringContaining('campaign_ended')])
  })

  test('tags, debrief, report-link, audit, usage, webhooks and sandbox do as the API says', async () => {
    const added = json(await run('sandbox people 2 --completed 1 --seed 7 --json'))
    const id = String(added[0].profileId)
    await run('tags create Team')
    expect((await run(`tags add Team ${id}`)).printed[1]).toMatch(/ +Team +1$/)
    expect((await run(`tags remove Team ${id}`)).printed[1]).toMatch(/ +Team +0$/)
    expect((await run('tags delete Team')).code).toBe(0)
    expect((await run(`debrief ${id}`)).printed.join('\n')).toMatch(/^## /m)
    expect((await run(`report-link ${id}`)).printed[0]).toMatch(/^link +http\S+$/)
    expect((await run('audit --limit 3')).printed).toHaveLength(4)
    expect((await run('usage')).printed[0]).toMatch(/^people +\d+/)
    const webhook = json(await run('webhooks add https://example.com/hooks --types tag.* --json'))[0]
    expect(webhook.webhook.secret).toMatch(/^whsec_/)
    expect((await run('webhooks list')).printed[1]).toContain('tag.*')
    expect((await run(`webhooks delete ${webhook.webhook.id}`)).code).toBe(0)
    const person = json(await run('invite new@cli.test --json'))[0]
    expect((await run(`sandbox complete ${person.profileId} --persona driving`)).printed[1]).toMatch(/true$/)
    expect((await run('sandbox reset')).printed[0]).toMatch(/^people deleted +\d+$/)
  })

  test('api calls anything, with fields from the line, a query and a file', async () => {
    writeFileSync(join(home, 'tag.json'), '{"label":"From a file","color":"red"}')
    const [made] = json(await run(`api post /tag -d @${join(home, 'tag.json')}`))
    expect(made.tag.label).toBe('From a file')
    expect(json(await run('api GET /tags -q search=file&limit=1'))[0].tags).toHaveLength(1)
    expect(await run(`api DELETE /tag/${made.tag.id}`)).toMatchObject({ code: 0, printed: [] })
    const [{ profileId }] = json(await run('invite fay@cli.test --json'))
    expect(json(await run(`api GET /profile/${profileId}/campaigns`))[0].campaigns).toEqual([])
    const [{ messages }] = json(await run(`api GET /messages -q profileIds=${profileId}`))
    expect(messages).toMatchObject([{ profileId, purpose: 'invite', campaign: null }])
    const preview = ['api', 'POST', '/campaigns/preview', '-d', '{"note":"See you on Friday."}']
    const shown = await runTimbre(preview, { environment: environment() })
    expect(json(shown)[0].preview.text).toContain('> See you on Friday.')
    expect((await run('api GET tags')).code).toBe(2)
  })
})

describe('files', () => {
  test('a file is imported with its columns as they were and what became of each row', async () => {
    const file = join(home, 'list.csv')
    writeFileSync(
      file,
      'E-Mail;Vorname;Notiz\nada@file.test;"Ada; L.";=1+1\nada@;Eve;\nADA@file.test;Ada;x\n',
    )
    const dry = await run(`import ${file} --dry-run`)
    expect(dry.said.slice(0, 3)).toEqual(['E-Mail -> email', 'Vorname -> firstName', 'Notiz -> (not read)'])
    expect((await account.call('GET', '/profiles?search=ada@file.test')).body.profiles).toEqual([])
    expect((await run(`import ${file}`)).code).toBe(0)
    const lines = readFileSync(join(home, 'list.result.csv'), 'utf8').split('\r\n')
    expect(lines[0]).toBe('\uFEFFE-Mail,Vorname,Notiz,status,profileId,message')
    expect(lines[1]).toMatch(/^ada@file\.test,Ada; L\.,=1\+1,new,[0-9a-f]{24},$/)
    expect(lines[2]).toMatch(/^ada@,Eve,,invalid,,/)
    expect(lines[3]).toMatch(/^ADA@file\.test,Ada,x,repeated,.*Same person as row 1\.$/)
    const mapped = await run(`import ${file} --map Notiz=customId,E-Mail=email --dry-run --json`)
    expect(json(mapped)).toHaveLength(3)
    expect(await run(`import ${file} --map Nix=email`)).toMatchObject({ code: 2 })
  })

  test('two names at one address are both asked about, and a row of totals is left out', async () => {
    const file = join(home, 'names.csv')
    writeFileSync(
      file,
      'E-Mail;Vorname;Nachname;Telefon\njk@names.test;Jörg;Köhler;\nann@names.test;Ann;Lee;\n' +
        'JK@names.test;Sekretariat;Zwei;\nann@names.test;LEE;Ann;\n;Bo;Ng;+4915112345678\n;Cy;Yo;+49 151 12345678\nSumme;6;;\n',
    )
    const { code, said } = await run(`import ${file}`)
    expect(code).toBe(0)
    expect(said).toContain('Rows of totals that are left out: 1')
    expect(said).toContain(
      'Rows that wait for you, because their address has several names: 4. The result says which.',
    )
    const lines = readFileSync(join(home, 'names.result.csv'), 'utf8').split('\r\n')
    const which = 'Several names at one address: Jörg Köhler, Sekretariat Zwei (rows 1, 3). Which?'
    expect(lines[1]).toContain(`,invalid,,"${which}`)
    expect(lines[2]).toMatch(/,new,[0-9a-f]{24},$/)
    expect(lines[3]).toContain(`,invalid,,"${which}`)
    expect(lines[4]).toMatch(/,repeated,.*Same person as row 2\.$/)
    expect(lines[5]).toContain('Bo Ng, Cy Yo (rows 5, 6)')
    expect(lines[7]).toBe('Summe,6,,,left_out,,A row of totals.')
    expect((await account.call('GET', '/profiles?search=names.test')).body.profiles).toHaveLength(1)
  })

  test('of many names at one address a row names the first ones, and no row keeps the others from being sent', async () => {
    const file = join(home, 'many.csv')
    const rows = Array.from({ length: 600 }, (_, n) => `shared@many.test,Person N${n},`)
    const tags = (count: number) => Array.from({ length: count }, (_, n) => `T${n}`).join(';')
    rows.push(`long@many.test,${'x'.repeat(301)},`, `tags@many.test,Ann,${tags(21)}`, 'bo@many.test,Bo,Many')
    writeFileSync(file, `email,firstName,tags\n${rows.join('\n')}\n`)
    const { code, said } = await run(`import ${file}`)
    expect(code).toBe(0)
    expect(said).toEqual(
      expect.arrayContaining([
        "Rows that can't be sent, because a cell is too long or has too many tags: 2",
        'Rows that wait for you, because their address has several names: 600. The result says which.',
      ]),
    )
    const lines = readFileSync(join(home, 'many.result.csv'), 'utf8').split('\r\n')
    for (const line of lines.slice(1, 601)) {
      expect(line).toContain(',invalid,,"Several names at one address: ')
      expect(line.length).toBeLessThan(300)
    }
    expect(lines[1]).toContain('Person N0, Person N1, Person N2')
    expect(lines[600]).toContain('Person N599 … (rows 1, 2, 3, 4, 5, 6, 7, 600 …). Which?')
    expect(lines[601]).toMatch(/,invalid,,A cell has more than 300 characters\.$/)
    expect(lines[602]).toMatch(/,invalid,,The row has more than 20 tags\.$/)
    expect(lines[603]).toMatch(/,new,[0-9a-f]{24},$/)
    expect((await account.call('GET', '/profiles?search=many.test')).body.profiles).toHaveLength(1)
  })

  test('what a file says reaches the terminal without control characters', async () => {
    const file = join(home, 'control.csv')
    writeFileSync(file, 'a\u001b[2Jb,note\nx,y\n')
    const unknown = await run(`import ${file}`)
    expect(unknown.code).toBe(2)
    expect(unknown.said.join('\n')).toContain('--map "a\ufffd[2Jb=email"')
    writeFileSync(file, 'email,a\u001b[2Jb\nada@control.test,y\n')
    const read = await run(`import ${file} --dry-run`)
    expect([unknown, read].map(({ said }) => said.join().includes('\u001b'))).toEqual([false, false])
  })

  test('an export with a title in an old encoding is read, and numbers are left out instead of people', async () => {
    const file = join(home, 'export.csv')
    const text =
      'People, all of them\r\n\r\nWork e-mail;Surname;Mobile;Language\r\nmailto:zoe@export.test;Müller;0151 234567;German\r\n' +
      'Bo <bo@export.test>;Weiß;n/a;français\r\nn/a;Ng;+49 151 2345678;-\r\n'
    writeFileSync(file, Buffer.from(text, 'latin1'))
    const { code, said } = await run(`import ${file}`)
    expect(code).toBe(0)
    expect(said.slice(0, 3)).toEqual([
      'Read as Windows-1252: check letters such as ä, é and ñ.',
      'Rows above the column names that are left out: 1',
      'Work e-mail -> email',
    ])
    expect(said).toContain('Phone numbers that are left out, because they need their country code: 1')
    const lines = readFileSync(join(home, 'export.result.csv'), 'utf8').split('\r\n')
    expect(lines[1]).toMatch(
      /,Müller,0151 234567,German,new,[0-9a-f]{24},Phone left out: it needs its country code\.$/,
    )
    const found = (await account.call('GET', '/profiles?search=export.test')).body.profiles
    expect(
      found
        .map(({ email, lastName, phone, locale }: Record<string, string>) => [email, lastName, phone, locale])
        .sort(),
    ).toEqual([
      ['bo@export.test', 'Weiß', null, 'fr'],
      ['zoe@export.test', 'Müller', null, 'de'],
    ])
    expect(lines[3]).toMatch(/^n\/a,Ng,\+49 151 2345678,-,new,/)
  })

  test('national numbers are read by --country, as the dashboard reads them', async () => {
    const file = join(home, 'country.csv')
    const rows = [
      'a@country.test;0151 23456789',
      'b@country.test;tel:0151/2345678-8',
      'c@country.test;+44 7400 123456',
      'd@country.test;12',
      'e@country.test;0151 0000000',
      ';0151 23456787',
      ';01510',
    ]
    writeFileSync(file, `E-Mail;Mobil\n${rows.join('\n')}\n`)
    const without = await run(`import ${file} --map Mobil=phone --dry-run --json`)
    expect(without.said).toEqual(
      expect.arrayContaining([
        'Phone numbers without a country code: 5. --country DE, for example, reads them as numbers of Germany.',
        'Phone numbers that are left out, because they need their country code: 3',
        "Phone numbers that are left out, because they can't be read: 1",
      ]),
    )
    expect(json(without).map(({ status }) => status)).toEqual([
      ...['new', 'new', 'new', 'new', 'new', 'invalid', 'invalid'],
    ])
    const { code, said, printed } = await run(`import ${file} --map Mobil=phone --country de --json`)
    expect(code).toBe(0)
    expect(said).toEqual(
      expect.arrayContaining([
        'Phone numbers that are read with +49: 3',
        "Phone numbers that are left out, because they can't be read: 2",
      ]),
    )
    expect(json({ printed }).map(({ status, message }) => [status, message])).toEqual([
      ...[
        ['new', null],
        ['new', null],
        ['new', null],
      ],
      ['new', "Phone left out: it can't be read."],
      ['new', 'Phone left out: it has a digit too few for DE.'],
      ['new', null],
      ['invalid', expect.stringContaining('phone')],
    ])
    const ids = json({ printed }).flatMap(({ profileId }) => profileId ?? [])
    const phones = await Promise.all(
      ids.map(async (id: string) => (await account.call('GET', `/profile/${id}`)).body.profile.phone),
    )
    expect(phones).toEqual([
      '+4915123456789',
      '+4915123456788',
      '+447400123456',
      null,
      null,
      '+4915123456787',
    ])
  })

  test.each(['XX', '+49', 'Germany', 'UK'])(
    '--country %s is refused before anything is sent',
    async (country) => {
      const file = join(home, 'unknown-country.csv')
      writeFileSync(file, 'email,phone\nnobody@country.test,0151 23456789\n')
      for (const line of [
        `import ${file} --country ${country}`,
        `invite 015123456789 --sms --country ${country}`,
      ]) {
        expect(await run(line)).toMatchObject({
          code: 2,
          said: [
            `"${country}" is no country. --country takes two letters of ISO 3166, such as DE, GB or US.`,
          ],
        })
      }
      expect((await account.call('GET', '/profiles?search=nobody@country.test')).body.profiles).toEqual([])
    },
  )

  test('invite --sms reads national numbers by their country', async () => {
    const words = ['invite', '0152 23456789', '+49 (0)152-23456788', '--sms', '--country', 'DE', '--json']
    const invited = await runTimbre(words, { environment: environment() })
    expect([invited.code, invited.said]).toEqual([0, ['2 invites sent.']])
    const phones = await Promise.all(
      json(invited).map(
        async ({ profileId }) => (await account.call('GET', `/profile/${profileId}`)).body.profile.phone,
      ),
    )
    expect(phones).toEqual(['+4915223456789', '+4915223456788'])
    const before = (await account.call('GET', '/profiles?limit=1')).body.pagination.total
    expect(await run('invite +4915223456780 015223456781 --sms')).toMatchObject({
      code: 2,
      said: [
        '"015223456781" has no country code. Write it with +, or give the country: --country DE. Nothing was sent.',
      ],
    })
    expect(await run('invite +4915223456780 01510 --sms --country DE')).toMatchObject({
      code: 2,
      said: ['"01510" can\'t be sent to: it is no phone number of DE. Nothing was sent.'],
    })
    expect(await run('invite +4915223456780 nobody --sms')).toMatchObject({
      code: 2,
      said: ['"nobody" is no phone number. Nothing was sent.'],
    })
    expect(await run('invite a@country.test --country DE')).toMatchObject({ code: 2 })
    expect((await account.call('GET', '/profiles?limit=1')).body.pagination.total).toBe(before)
  })

  test('a list in the encoding of the place is read, and what is no text is refused', async () => {
    const file = join(home, 'encoded.csv')
    writeFileSync(file, encodedText('メール,名\nsora@encoded.test,空\n', 'shift_jis'))
    const map = '--map メール=email,名=firstName --dry-run'
    const { code, said } = await run(`import ${file} ${map}`, { LANG: 'ja_JP.UTF-8' })
    expect([code, said.slice(0, 2)]).toEqual([
      0,
      ['Read as Shift_JIS: check letters such as ä, é and ñ.', 'メール -> email'],
    ])
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    expect(await run(`import ${file}`)).toMatchObject({
      code: 2,
      said: [
        `${file} holds no plain text. Open it in the spreadsheet, save it as “CSV UTF-8” and give that one.`,
      ],
    })
  })

  test('an import that was killed goes on: each person once, the result complete', {
    tags: 'long',
  }, async () => {
    const outcome = await killImports({ rows: 550, killsAt: [500] })
    expect(outcome).toEqual({
      ...{ rows: 550, kills: 1, people: 550, inResult: 550, complete: 550 },
      header: ['Vorname', 'E-Mail', 'Note', 'status', 'profileId', 'message'],
    })
  })

  test('an export is continued where it was cut off, and runs nothing in a spreadsheet', async () => {
    const other = await running.account()
    const access = { TIMBRE_CLIENT_ID: other.clientId, TIMBRE_CLIENT_SECRET: other.clientSecret }
    const rows = Array.from({ length: 250 }, (_, n) => ({ email: `${n}@export.test`, firstName: `=cmd${n}` }))
    await other.call('POST', '/profiles/import', { rows })
    const file = join(home, 'people.csv')
    expect((await run(`export ${file} --scores`, access)).code).toBe(0)
    const whole = readFileSync(file, 'utf8')
    expect(whole.match(/'=cmd/g)).toHaveLength(250)
    expect(whole.slice(0, 13)).toBe('\uFEFFid,firstName')
    expect(whole.split('\r\n')[0]).toMatch(/focus\.stability$/)
    expect(existsSync(`${file}.progress`)).toBe(false)
    // As a kill leaves it: a note of the first page, and half of the second one.
    const { headers } = await other.call('GET', '/profiles?limit=100&includeTags=true')
    const after = new URL(
      [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="next"/g)].at(-1)?.[1] ?? '',
    )
    const bytes = Buffer.byteLength(`${whole.split('\r\n').slice(0, 101).join('\r\n')}\r\n`)
    writeFileSync(file, Buffer.from(whole).subarray(0, bytes + 777))
    const shape = JSON.stringify(['csv', true, false])
    writeFileSync(
      `${file}.progress`,
      JSON.stringify({ after: after.searchParams.get('after'), bytes, shape }),
    )
    expect((await run(`export ${file} --scores`, access)).said.at(-1)).toMatch(/^150 people more in /)
    expect(readFileSync(file, 'utf8')).toBe(whole)
    expect(json(await run('export --format jsonl', access))).toHaveLength(250)
  })
})

describe('it ends', () => {
  test('with 1 and code and request id on one line', async () => {
    const refused = await run(`people get ${'a'.repeat(24)}`)
    expect([refused.code, refused.printed]).toEqual([1, []])
    expect(refused.said).toEqual([
      expect.stringMatching(/^Profile not found\. \(profile_not_found, request [\w-]+\)$/),
    ])
  })

  test.each([
    ['nothing', 'There is no command "nothing"'],
    ['people', 'Give one of: list, get, delete'],
    ['people get', 'Give the id of a person'],
    ['people list --limit 0', '--limit must be a number'],
    ['invite', 'Give an email address'],
    ['campaigns', 'Give one of: list, get, people, create, remind, end'],
    ['campaigns create Sales --remind soon', '--remind must be days such as 3,6, or none'],
  ])('with 2 for %s', async (line, message) => {
    const { code, said } = await run(line)
    expect([code, said.join()]).toEqual([2, expect.stringContaining(message)])
  })

  test('with 3 without a sign-in or with a wrong secret, and 4 if nobody answers', async () => {
    expect((await run('whoami', { TIMBRE_CLIENT_ID: '', TIMBRE_CLIENT_SECRET: '' })).code).toBe(3)
    expect((await run('whoami', { TIMBRE_CLIENT_SECRET: 'wrong' })).code).toBe(3)
    expect((await run('whoami', { TIMBRE_URL: `http://127.0.0.1:${await freePort()}` })).code).toBe(4)
  })

  test('with 130 when it is interrupted', async () => {
    const api = await pretendApi(({ path }) =>
      path === '/api/v4/auth' ? { status: 200, body: { access_token: 'a', expires_in: 60 } } : 'hang',
    )
    const { child, ended } = spawnTimbre(['whoami'], environment({ TIMBRE_URL: api.url }))
    await expect.poll(() => api.requests.length).toBe(2)
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    // It has not waited until the request was tried again.
    expect(api.requests).toHaveLength(2)
  })

  test('with characters that could control a terminal replaced', async () => {
    const api = await pretendApi(() => refusal(403, 'forbidden', { message: 'No\u001b[2J' }))
    const { said } = await run('whoami', { TIMBRE_URL: api.url, TIMBRE_TOKEN: 'a', TIMBRE_CLIENT_ID: '' })
    expect(said[0]).toContain('No\ufffd[2J (forbidden')
  })
})

test('the program is one file of at most 480 KB, half of it numbering plans, that names the one of operators', async () => {
  const folder = newHome()
  await buildCommandLine(folder)
  const file = join(folder, 'timbre.js')
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(/^(?=var init_metadata_max_json)/m)
  const own = before.length + rest.slice(rest.indexOf('\n}));\n')).length
  expect([statSync(file).size < 480_000, own < 240_000]).toEqual([true, true])
  expect(readdirSync(folder).sort()).toEqual([
    ...['libphonenumber-js-LICENSE', 'libphonenumber-js-LICENSE.Apache', 'timbre.js'],
  ])
  expect(text).toMatch(/^#!\/usr\/bin\/env node\n/)
  const imported = [...text.matchAll(/^import .* from ["']([^"']+)["']/gm)].map(([, name = '']) => name)
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])
  expect((await run('--help')).printed.join()).toContain('npm run timbre')
})
