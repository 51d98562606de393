import { expect, test } from 'vitest'
import { html } from '../../examples/sample-app/html.ts'

test('keeps only markup from the template, and escapes everything from JSON', () => {
  const answer = JSON.parse('{"message": {"markup": "<b>x</b>"}, "name": "<i> & \\"q\\""}')
  expect(html`<p>${answer.name}</p>`.markup).toBe('<p>&#60;i&#62; &#38; &#34;q&#34;</p>')
  expect(html`<p>${[html`<b>1</b>`, html`<b>${2}</b>`]}</p>`.markup).toBe('<p><b>1</b><b>2</b></p>')
  expect(html`<p>${answer.message}</p>`.markup).not.toContain('<b>')
  expect(html`<p>${[answer.message]}</p>`.markup).not.toContain('<b>')
})
