import serif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'
import styles from './serif.css?inline'

/** Styles of pages in Source Serif, after the tokens. */
export const serifStyles = styles

/** An optional font is only used if it is loaded before the first paint, so it is preloaded. */
export function SerifPreload() {
  return <link rel="preload" href={serif} as="font" type="font/woff2" crossOrigin="anonymous" />
}
