/** The host settings that the card uses (`McpUiHostContext` of SEP-1865). */
export type CardHostContext = {
  theme?: 'light' | 'dark'
  /** A BCP 47 tag. */
  locale?: string
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number }
}

/** Picks the known values from a host's message; drops values of a wrong type. */
export function readHostContext(context: Record<string, unknown>): CardHostContext {
  const { theme, locale, safeAreaInsets } = context
  return {
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(typeof locale === 'string' ? { locale } : {}),
    ...(areInsets(safeAreaInsets) ? { safeAreaInsets } : {}),
  }
}

/** Applies the settings. Until a host sets its theme, the system theme applies. */
export function applyHostContext({ theme, safeAreaInsets }: CardHostContext): void {
  document.documentElement.style.colorScheme = theme ?? ''
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule) turn(rule, theme)
  }
  if (safeAreaInsets) {
    const { top, right, bottom, left } = safeAreaInsets
    document.body.style.padding = [top, right, bottom, left].map((side) => `${side}px`).join(' ')
  }
}

/**
 * Dark values are in the style sheets once, in media queries. If the host's theme differs from the system's, the
 * media condition is changed, so the card needs no second palette. Print stays light.
 */
function turn(rule: CSSMediaRule, theme: CardHostContext['theme']): void {
  const original = conditions.get(rule) ?? rule.media.mediaText
  if (!/prefers-color-scheme:\s*dark/.test(original)) return
  conditions.set(rule, original)
  rule.media.mediaText = theme === undefined ? original : theme === 'dark' ? 'screen' : 'not all'
}

const conditions = new WeakMap<CSSMediaRule, string>()

function areInsets(value: unknown): value is NonNullable<CardHostContext['safeAreaInsets']> {
  const sides = value as Record<string, unknown> | null | undefined
  return ['top', 'right', 'bottom', 'left'].every((side) => typeof sides?.[side] === 'number')
}
