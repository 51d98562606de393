/** What the host has said of itself, as far as the card goes by it (`McpUiHostContext` of SEP-1865). */
export type CardHostContext = {
  theme?: 'light' | 'dark'
  /** BCP 47. */
  locale?: string
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number }
}

/** Takes from a host's message what the card understands, and nothing of another kind. */
export function readHostContext(context: Record<string, unknown>): CardHostContext {
  const { theme, locale, safeAreaInsets } = context
  return {
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(typeof locale === 'string' ? { locale } : {}),
    ...(areInsets(safeAreaInsets) ? { safeAreaInsets } : {}),
  }
}

/** Puts them into force. Until a host names its theme, the system's counts. */
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
 * The dark values stand in the sheets once, for systems that are dark. A host that is otherwise moves the condition,
 * so that the card needs no second palette; paper stays light.
 */
function turn(rule: CSSMediaRule, theme: CardHostContext['theme']): void {
  const written = conditions.get(rule) ?? rule.media.mediaText
  if (!/prefers-color-scheme:\s*dark/.test(written)) return
  conditions.set(rule, written)
  rule.media.mediaText = theme === undefined ? written : theme === 'dark' ? 'screen' : 'not all'
}

const conditions = new WeakMap<CSSMediaRule, string>()

function areInsets(given: unknown): given is NonNullable<CardHostContext['safeAreaInsets']> {
  const sides = given as Record<string, unknown> | null | undefined
  return ['top', 'right', 'bottom', 'left'].every((side) => typeof sides?.[side] === 'number')
}
