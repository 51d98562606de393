/** The time zones of this browser, and the current setting in any case. */
export function timeZoneChoices(isSet: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return isSet === '' || known.includes(isSet) ? known : [isSet, ...known]
}
