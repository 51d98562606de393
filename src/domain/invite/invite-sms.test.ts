import { describe, expect, test } from 'vitest'
import { locales } from '../../contract/locale.ts'
import { newAccountSecret } from '../../identity/secret.ts'
import { isGsm, segmentsOf } from '../message/gsm.ts'
import { renderInviteSms } from './invite-sms.ts'

const link = `https://timbre.example.com/t/us.${newAccountSecret('tmb_link_', 'a'.repeat(24))}`
const text = (accountName: string, address = link) =>
  renderInviteSms({ locale: 'en', accountName, link: address, destination: 'questions', days: 7 })

describe('renderInviteSms', () => {
  test('says who invites, what for and where, and the validity if it fits', () => {
    expect(text('Northwind')).toBe(`Northwind invites you to an assessment. Valid 7 days: ${link}`)
    expect(text('Northwind Trading')).toBe(`Northwind Trading invites you to an assessment: ${link}`)
  })

  test('is one message of the default alphabet in every such locale, however long the name', () => {
    for (const locale of locales) {
      for (let length = 1; length <= 120; length += 1) {
        for (const destination of ['questions', 'results', 'thanks'] as const) {
          const sent = renderInviteSms({
            locale,
            accountName: 'N'.repeat(length),
            link,
            destination,
            days: 7,
          })
          if (!isGsm(sent)) continue
          expect(segmentsOf(sent), sent).toBe(1)
          expect(sent.endsWith(` ${link}`)).toBe(true)
        }
      }
    }
    expect(isGsm(text('Čapek’s “Büro” – Łódź'))).toBe(true)
  })

  test('tells people who have completed everything that their results are ready, or that they are done', () => {
    const sent = (destination: 'results' | 'thanks') =>
      renderInviteSms({ locale: 'en', accountName: 'Northwind', link, destination, days: 7 })
    expect(sent('results')).toBe(`Your results for Northwind are ready. Valid 7 days: ${link}`)
    expect(sent('thanks')).toBe(`Your assessment for Northwind is complete. Valid 7 days: ${link}`)
  })

  test('cuts a long name if necessary', () => {
    expect(text('The Northwind Trading Company of the North')).toMatch(
      /^The Northwind Trading Com?p?a?\.\.\. invites you to an assessment: /,
    )
  })

  test('keeps a name in another script, and the whole link after it', () => {
    const sent = text('株式会社ノースウインド')
    expect(sent).toBe(`株式会社ノースウインド invites you to an assessment: ${link}`)
    expect(segmentsOf(sent)).toBeLessThanOrEqual(3)
  })

  test('turns no name into a link, and stays on one line', () => {
    const sent = text('Win\r\nhttp://evil.example/x')
    expect(sent.match(/https?:/g)).toHaveLength(1)
    expect(sent).not.toMatch(/evil\.example|[\r\n]/)
  })

  test.each([
    'evil\u2024com',
    'evil\ufe52com/x',
    'http\uff1a\uff0f\uff0fevil\u2024com',
    'me\uff20evil\u2024com',
    'evil\u2025com',
    '\u2488com',
  ])('turns %j, which the alphabet spells plainly, into no link', (name) => {
    const sent = text(name)
    expect(sent.match(/https?:/g)).toHaveLength(1)
    expect(sent.slice(0, sent.indexOf(' invites'))).not.toMatch(/[.@]com/)
    expect(isGsm(sent)).toBe(true)
  })

  test('keeps the link whole even if it leaves no room for the name', () => {
    const far = link.replace('timbre', 'a-very-long-name-of-a-host.'.repeat(4))
    expect(text('Northwind', far)).toBe(`Northwind invites you to an assessment: ${far}`)
  })
})
