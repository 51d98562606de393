/** The nine languages by their own names. */
export const localeChoices = [
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['jp', '日本語'],
  ['ko', '한국어'],
  ['nl', 'Nederlands'],
  ['pt_BR', 'Português (Brasil)'],
  ['zh_CN', '简体中文'],
] as const

/** The zones that this browser knows, and the one that is set in any case. */
export function timeZoneChoices(isSet: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return isSet === '' || known.includes(isSet) ? known : [isSet, ...known]
}
