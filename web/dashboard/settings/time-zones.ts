/** The zones that this browser knows, and the one that is set in any case. */
export function timeZoneChoices(isSet: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return isSet === '' || known.includes(isSet) ? known : [isSet, ...known]
}
