import { describe, expect, test } from 'vitest'
import type { TakingView } from '../../src/http/views/taking-view.ts'
import { takingViewAfter, takingViewFixture } from './sample.ts'
import { renderTaking } from './taking-pages.tsx'

const at = (view: TakingView, part: 'disc' | 'focus' | 'core', item = 1) =>
  renderTaking({ ...view, at: { part, item } })

describe('the taking page without a script', () => {
  test('Focus has five buttons that post the answer, and a way back', () => {
    const { html } = at(
      { ...takingViewAfter('disc'), answers: { disc: {}, core: {}, focus: { 1: 2 } } },
      'focus',
      2,
    )
    expect(html.match(/<button[^>]*type="submit" name="value" value="[1-5]"/g)).toHaveLength(5)
    expect(html).toContain('<input type="hidden" name="assessment" value="focus"')
    expect(html).toContain('<input type="hidden" name="item" value="2"')
    expect(html).toContain('href="/take?part=focus&amp;item=1"')
  })

  test('DISC posts most and least with the number in the form', () => {
    const { html } = at(takingViewFixture, 'disc')
    expect(html).toContain('<input type="hidden" name="item" value="24"')
    for (const name of ['most', 'least'])
      expect(html.match(new RegExp(`type="radio" name="${name}"`, 'g'))).toHaveLength(4)
    expect(html).toContain('aria-label="Most: Block 24 D"')
  })

  test('Core posts best and worst', () => {
    const { html } = at(takingViewAfter('disc', 'focus'), 'core')
    for (const name of ['best', 'worst'])
      expect(html.match(new RegExp(`type="radio" name="${name}"`, 'g'))).toHaveLength(4)
  })

  test('the pause continues by a link and stops by a form', () => {
    const { html } = renderTaking(takingViewAfter('disc', 'focus'))
    expect(html).toContain('href="/take?part=core"')
    expect(html).toContain('action="/take/stop"')
    expect(html).toContain('Two of three parts done')
  })

  test('the pause says what is saved and the last day, whatever the account is called', () => {
    const { html } = renderTaking({
      ...takingViewAfter('disc', 'focus'),
      savedNote: 'Everything is saved. Acme {date} asks you to finish by 5 December.',
    })
    const text = html.slice(0, html.indexOf('id="state"'))
    expect(text).toContain('>Everything is saved. Acme {date} asks you to finish by 5 December.<')
  })

  test('a fully answered part is closed by a form', () => {
    const view = { ...takingViewFixture, answers: takingViewAfter('disc').answers }
    expect(renderTaking(view).html).toContain('action="/take/finish"')
  })
})

describe('the taking page', () => {
  test('includes the whole item set in its first response', () => {
    const { html } = at(takingViewAfter('disc'), 'focus')
    const state = JSON.parse(html.match(/id="state">([\s\S]*?)<\/script>/)?.[1] ?? '')
    expect(state.focus.statements).toHaveLength(120)
    expect(Object.keys(state.messages)).not.toContain('link.heading')
    expect(state.messages['taking.next']).toBe('Next')
  })

  test('keeps its state inside its element, whatever a name contains', () => {
    const { html } = renderTaking({ ...takingViewFixture, accountName: '</script><script>alert(1)</script>' })
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  test('marks the stored answer of an earlier item', () => {
    const { html } = at(
      { ...takingViewAfter('disc'), answers: { disc: {}, core: {}, focus: { 1: 2 } } },
      'focus',
      1,
    )
    expect(html).toMatch(/class="grade kept" type="submit" name="value" value="2" aria-pressed="true"/)
  })

  test('has a progress bar with name and value', () => {
    expect(at(takingViewFixture, 'disc').html).toMatch(
      /role="progressbar" aria-label="Progress in DISC" aria-valuemin="0" aria-valuemax="24" aria-valuenow="0" aria-valuetext="1 of 24"/,
    )
  })

  test('offers languages only when there is a choice', () => {
    expect(renderTaking(takingViewFixture).html).not.toContain('<select')
    const two = {
      ...takingViewFixture,
      locales: [...takingViewFixture.locales, { code: 'de', name: 'Deutsch' }],
    }
    expect(renderTaking(two).html).toContain('<option value="de">Deutsch</option>')
  })
})
