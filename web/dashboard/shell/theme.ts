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
}
