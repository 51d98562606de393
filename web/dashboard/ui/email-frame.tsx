import { useEffect, useRef } from 'react'

/**
 * An email in a shadow tree, so that neither page sees the styles of the other. The page's policy allows no inline styles,
 * so they are set one by one, and no inline scripts. Links lead nowhere.
 */
export function EmailFrame({
  html,
  title,
  isNarrow,
  theme,
}: {
  html: string
  title: string
  isNarrow: boolean
  theme: 'light' | 'dark'
}) {
  const host = useRef<HTMLElement>(null)
  useEffect(() => {
    if (host.current) fill(host.current, html, theme)
  }, [html, theme])
  return (
    <section
      ref={host}
      className="email-frame"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keys
      tabIndex={0}
      data-narrow={isNarrow || undefined}
    />
  )
}

/**
 * Renames the style attributes before parsing, because a parser under this policy reports them even in a document that is
 * not shown. The service writes them with double quotes and escapes quotes in texts.
 */
function fill(host: HTMLElement, html: string, theme: 'light' | 'dark'): void {
  const [before = '', styles = '', after = ''] = cutOut(html, '<style>', '</style>')
  const plain = (before + after).replaceAll(' style="', ' data-style="')
  const email = new DOMParser().parseFromString(plain, 'text/html')
  for (const one of email.querySelectorAll('script')) one.remove()
  for (const link of email.querySelectorAll('a')) link.removeAttribute('href')
  const paper = document.createElement('div')
  paper.lang = email.documentElement.lang
  paper.className = 'paper'
  paper.dataset.style = `${email.body.dataset.style};min-height:100%`
  paper.append(...[...email.body.childNodes].map((node) => document.importNode(node, true)))
  for (const heading of paper.querySelectorAll('h1')) heading.replaceWith(withoutRank(heading))
  for (const one of [paper, ...paper.querySelectorAll<HTMLElement>('[data-style]')]) {
    one.style.cssText = one.dataset.style ?? ''
    delete one.dataset.style
  }
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  // The device of the reader may have the other theme.
  const media = theme === 'dark' ? '@media all' : '@media not all'
  sheet.replaceSync(styles.replaceAll('@media (prefers-color-scheme: dark)', media))
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(paper)
}

/** The page has a heading of its own. */
function withoutRank(heading: HTMLElement): HTMLElement {
  const text = document.createElement('div')
  text.className = heading.className
  Object.assign(text.dataset, heading.dataset)
  text.append(...heading.childNodes)
  return text
}

function cutOut(text: string, start: string, end: string): string[] {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) return [text, '', '']
  return [text.slice(0, from), text.slice(from + start.length, to), text.slice(to + end.length)]
}
