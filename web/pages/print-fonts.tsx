import styles from './print-fonts.css?inline'

/** Styles of pages that are made to be printed, to stand after the tokens. */
export const printFontStyles = styles

/**
 * Has the fonts of the paper fetched with the page, by a letter of each file that is needed, which nobody sees. Only
 * names have letters beyond those of the first file.
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
