import type { BrandInks } from '../../brand/inks.ts'

export type EmailContent = {
  /** BCP 47 tag of the texts. */
  language: string
  subject: string
  /** The line that mail programs show next to the subject. */
  preheader: string
  heading: string
  paragraphs: string[]
  /** Words of the sender, after the first paragraph and set apart from those of the service. */
  note?: { from: string; lines: string[] } | undefined
  button?: { label: string; link: string } | undefined
  /** For emails without a button: shown large and unbroken, to be read or copied. */
  code?: string | undefined
  notes: string[]
  /** Introduces the link, for mail programs that show no button. */
  address?: string | undefined
  footer: string[]
  /** The unsubscribe link. */
  unsubscribe?: { question: string; label: string; link: string } | undefined
  /** A hosted image, the same for everyone: fetching it reveals nothing about the recipient. */
  logo?: { address: string; width: number; height: number } | undefined
  /** Replaces the default color. */
  brand?: BrandInks | undefined
}

/**
 * An email as HTML that mail programs render alike: one table of at most 600 px, inline styles because many programs
 * drop style sheets, a button made of a colored cell, and no external resources except the account's logo. Programs
 * that keep the one style sheet show the dark colors; others may invert the light ones, which were chosen to withstand
 * that.
 */
export function renderEmailHtml(email: EmailContent): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px;">${asMarkup(text)}</p>`
  const small = (text: string) => `<p class="muted" style="${note}margin:0 0 8px;">${asMarkup(text)}</p>`
  const { light, dark } = email.brand ?? ownInks
  return `<!doctype html>
<html lang="${asMarkup(email.language)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${asMarkup(email.subject)}</title>
<style>${darkStyles(dark)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper};color:${text};">
<div style="display:none;max-height:0;overflow:hidden;">${asMarkup(email.preheader)}${filler}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" bgcolor="${paper}" style="background:${paper};">
<tr><td align="center" style="padding:40px 20px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;">
<tr><td class="text" align="left" style="${sans}color:${text};overflow-wrap:anywhere;">
${email.logo ? logoMarkup(email.logo) : ''}<h1 class="text" style="${headingFont(email.language)}color:${text};margin:0 0 24px;text-wrap:balance;">${asMarkup(email.heading)}</h1>
${email.paragraphs
  .map(paragraph)
  .toSpliced(1, 0, ...(email.note ? [noteMarkup(email.note)] : []))
  .join('\n')}
${email.code === undefined ? '' : codeMarkup(email.code)}${email.button ? buttonMarkup(email.button, light) : ''}${email.notes.map(paragraph).join('\n')}
${email.address === undefined ? '' : `${small(email.address)}\n`}${email.button ? addressMarkup(email.button.link, light) : ''}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0;">
<tr><td class="rule" style="border-top:1px solid ${edge};padding-top:16px;">
${email.footer.map(small).join('\n')}${email.unsubscribe ? unsubscribeMarkup(email.unsubscribe, light) : ''}
</td></tr>
</table>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** A rule at the side says where the words of the sender begin and end. */
function noteMarkup({ from, lines }: NonNullable<EmailContent['note']>): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">
<tr><td class="rule text" align="left" style="border-left:3px solid ${edge};padding:0 0 0 16px;${sans}color:${text};">
<p class="muted" style="${note}margin:0 0 4px;">${asMarkup(from)}</p>
<p style="margin:0;">${lines.map(asMarkup).join('<br>\n')}</p>
</td></tr>
</table>`
}

function buttonMarkup({ label, link }: NonNullable<EmailContent['button']>, light: Ink): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;">
<tr><td class="button" align="center" bgcolor="${light.ink}" style="background:${light.ink};border-radius:6px;">
<a class="button" href="${asMarkup(link)}" style="${button(light)}">${asMarkup(label)}</a>
</td></tr>
</table>
`
}

function addressMarkup(address: string, { ink }: Ink): string {
  const link = asMarkup(address)
  return `<p style="${note}margin:0 0 24px;"><a class="link" href="${link}" style="color:${ink};word-break:break-all;">${link}</a></p>\n`
}

function unsubscribeMarkup(
  { question, label, link }: NonNullable<EmailContent['unsubscribe']>,
  { ink }: Ink,
): string {
  const anchor = `<a class="link" href="${asMarkup(link)}" style="color:${ink};">${asMarkup(label)}</a>`
  return `\n<p class="muted" style="${note}margin:0 0 8px;">${asMarkup(question)} ${anchor}</p>`
}

function codeMarkup(code: string): string {
  return `<p class="text" style="${figures}color:${text};margin:8px 0 24px;">${asMarkup(code)}</p>\n`
}

/**
 * 28 px high as on the pages, or at most 160 wide. Width and height are in the markup, so nothing shifts when it loads.
 */
function logoMarkup({ address, width, height }: NonNullable<EmailContent['logo']>): string {
  const scale = Math.min(28 / height, 160 / width)
  const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  const style = 'display:block;border:0;margin:0 0 24px;'
  return `<img class="logo" src="${asMarkup(address)}" width="${wide}" height="${high}" alt="" style="${style}">\n`
}

/** For text between tags and for attribute values in double quotes. */
function asMarkup(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}

// The light and dark tokens of web/pages/tokens.css; emails can't use its variables.
const paper = '#F5F7F4'
const text = '#17201B'
const muted = '#535E57'
const edge = '#7B857D'
const ownInks: { light: Ink; dark: Ink } = {
  light: { ink: '#6B2A5E', onInk: '#FFFFFF' },
  dark: { ink: '#E3A6D3', onInk: '#2A0F24' },
}

type Ink = { ink: string; onInk: string }

const sans = "font:400 15px/24px system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
/**
 * Sans instead of serif in Japanese, Korean and Chinese, as on the pages: otherwise names are set in a different
 * typeface.
 */
const headingFont = (language: string) => (/^(ja|ko|zh)/.test(language) ? heavierSans : serif)
const heavierSans = "font:500 26px/36px system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
const serif = "font:400 26px/32px Charter,'Iowan Old Style',Georgia,'Noto Serif',serif;"
const figures = 'font:500 34px/44px ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.12em;'
const note = `font-size:13px;line-height:20px;color:${muted};`

/** Borders instead of padding: Outlook ignores the padding of a link and draws its border. */
function button({ ink, onInk }: Ink): string {
  return (
    `display:inline-block;border:solid ${ink};border-width:10px 20px;border-radius:6px;background:${ink};` +
    `color:${onInk};font-weight:500;text-decoration:none;`
  )
}

const darkStyles = ({ ink, onInk }: Ink) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0F1412 !important; }
  .text { color: #E5EAE5 !important; }
  .muted { color: #9FABA3 !important; }
  .rule { border-color: #6F7B73 !important; }
  .link { color: ${ink} !important; }
  .button { background: ${ink} !important; border-color: ${ink} !important; color: ${onInk} !important; }
  .logo { background: #FFFFFF; padding: 4px; border-radius: 4px; }
}
`

/** Keeps mail programs from filling the preview line with the body of the email. */
const filler = '&#8199;&#847; '.repeat(60)
