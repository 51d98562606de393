export type Theme = 'system' | 'light' | 'dark'

/** The theme chosen in this browser. The server reads the same cookie, so pages don't flash in the other theme. */
export function readTheme(): Theme {
  const [, chosen] = /(?:^|; )theme=(light|dark)/.exec(document.cookie) ?? []
  return (chosen as Theme | undefined) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  const age = theme === 'system' ? 0 : 31_536_000
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  colorBrowser(theme)
}

/** Colors the bars that a phone's browser draws around the page. By default they follow the system. */
export function colorBrowser(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = papers[theme === 'system' ? own : theme]
  }
}

/** `--paper` in `theme.css`. */
const papers = { light: '#f5f7f4', dark: '#0f1412' }
