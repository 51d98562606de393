/** Commands of keys on the taking page. */
export type KeyCommand =
  | { readonly type: 'digit'; readonly digit: number }
  | { readonly type: 'next' | 'back' | 'help' }

/** The relevant part of a keyboard event. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'
>

/**
 * The command of a key, or undefined. `on` is the focused element: Enter presses it, and text fields keep their keys.
 * `single`: whether single-key shortcuts are on (WCAG 2.1.4). A key that is held down counts once.
 */
export function keyCommandOf(
  press: KeyPress,
  on: 'text' | 'control' | 'page',
  single: boolean,
): KeyCommand | undefined {
  const { key, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = press
  if (repeat || ctrlKey || metaKey || altKey || defaultPrevented || on === 'text') return undefined
  if (key === 'Enter') return on === 'page' ? { type: 'next' } : undefined
  if (key === 'Backspace') return { type: 'back' }
  if (key === '?') return { type: 'help' }
  return single && /^[1-9]$/.test(key) ? { type: 'digit', digit: Number(key) } : undefined
}
