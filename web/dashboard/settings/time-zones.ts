/** The time zones of this browser, and the current setting in any case. */
export function timeZoneChoices(current: string): readonly string[] {
  const zones = Intl.supportedValuesOf('timeZone')
  return current === '' || zones.includes(current) ? zones : [current, ...zones]
}
