import { formatTag } from './language.ts'

/** Countries and regions by their names in the page's language, in its order. */
export function sortedRegions(codes: readonly string[]): readonly { code: string; name: string }[] {
  const names = new Intl.DisplayNames([formatTag], { type: 'region' })
  const { compare } = new Intl.Collator(formatTag)
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name))
}

/** The name of one country or region. */
export function regionName(code: string): string {
  return new Intl.DisplayNames([formatTag], { type: 'region' }).of(code) ?? code
}
