import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { MailboxPage } from './mailbox.tsx'

const message = {
  id: '65f0c0ffee65f0c0ffee65f0',
  channel: 'email',
  to: 'noor+a@northwind.test',
  subject: 'Northwind <b>invites</b> you',
  text: 'Open https://timbre.example/t/x\n<script>',
  html: '<!doctype html><html><head><title>x</title></head><body>"Open"</body></html>',
  links: ['https://timbre.example/t/x'],
  createdAt: '2026-11-21T02:26:08.000Z',
}

describe('MailboxPage', () => {
  test('says that messages are only stored, and what to do while there are none', () => {
    const html = render(<MailboxPage messages={[]} />)
    expect(html).toContain('Mail is not leaving this machine.')
    expect(html).toContain('POST /api/v4/profile/{profileId}/invite/email')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('offers all messages when the filter finds none', () => {
    const html = render(<MailboxPage messages={[]} to="ada@x.test" />)
    expect(html).toContain('No message to ada@x.test')
    expect(html).toContain('<a href="/dev/mailbox">Show all messages</a>')
  })

  test('lists messages as links that keep the filter', () => {
    const html = render(<MailboxPage messages={[message]} to={message.to} />)
    expect(html).toContain(`href="/dev/mailbox?id=${message.id}&amp;to=noor%2Ba%40northwind.test"`)
    expect(html).toContain('21 Nov, 02:26:08 UTC')
    expect(html).toContain('Northwind &lt;b>invites')
    expect(html).not.toContain('<iframe')
  })

  test('opens one message with its link, its HTML in a frame without scripts, and its text', () => {
    const html = render(<MailboxPage messages={[message]} selected={message} />)
    expect(html).toMatch(/<a class="button button-main" href="https:\/\/timbre\.example\/t\/x"/)
    expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(html).toContain('&lt;head>&lt;base target=&quot;_blank&quot;>')
    expect(html).not.toContain('<script')
    expect(html).toContain('aria-current="true"')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('shows a text message in a bubble with its link, without a subject and a frame', () => {
    const text = {
      ...message,
      channel: 'sms',
      to: '+4915112345678',
      subject: '',
      html: '',
      text: 'Northwind <b> invites you: https://timbre.example/t/x',
    }
    const html = render(<MailboxPage messages={[text]} selected={text} />)
    expect(html).toContain('<h1 class="page-title">Text message</h1>')
    expect(html).toContain('class="mailbox-bubble">Northwind &lt;b> invites you: https')
    expect(html).toMatch(/<a class="button button-main" href="https:\/\/timbre\.example\/t\/x"/)
    expect(html).not.toContain('<iframe')
    const list = render(<MailboxPage messages={[text]} />)
    expect(list).toContain('mailbox-subject">Text message<')
  })

  test('has no script, no inline style and no other host', () => {
    const html = render(<MailboxPage messages={[message]} selected={message} />).replace(/srcdoc="[^"]*"/, '')
    expect(html).not.toMatch(/<script|style=|src=|<link/)
  })
})
