import sans from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'
import serif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'
import styles from './fonts.css?inline'

/** Styles of pages in our fonts, after the tokens. */
export const fontStyles = styles

/** An optional font is only used if it is loaded before the first paint, so both are preloaded. */
export function FontPreloads({ languageTag }: { languageTag: string }) {
  if (/^(ja|ko|zh)/.test(languageTag)) return null
  return [sans, serif].map((address) => (
    <link key={address} rel="preload" href={address} as="font" type="font/woff2" crossOrigin="anonymous" />
  ))
}
