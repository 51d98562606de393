import styles from './print-fonts.css?inline'

/** Styles of printable pages, after the tokens. */
export const printFontStyles = styles

/**
 * Loads the print fonts with the page, by one invisible letter per required file. Only names have letters beyond
 * those of the first file.
 */
export function PrintFonts({ names }: { names: readonly (string | undefined)[] }) {
  const letters = `a${[...new Set(names.join('').match(/[\u0100-\u{1eff}]/gu) ?? [])].join('')}`
  return (
    <p class="print-fonts" aria-hidden="true">
      {letters}
      <span>{letters}</span>
    </p>
  )
}
