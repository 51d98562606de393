import serif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'
import styles from './serif.css?inline'

/** Styles of pages that are set in Source Serif, to stand after the tokens. */
export const serifStyles = styles

/** An optional font counts only when it is there for the first paint, so it is asked for before the words. */
export function SerifPreload() {
  return <link rel="preload" href={serif} as="font" type="font/woff2" crossOrigin="anonymous" />
}
