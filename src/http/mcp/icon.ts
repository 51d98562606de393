import type { Icon } from '@modelcontextprotocol/server'

/**
 * The logo as a data URI, so that hosts fetch nothing. It has no background and works on any color. Tools have no icons
 * of their own: every tool list would repeat it eight times.
 */
const mark =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' fill='none' stroke='#6b2a5e' " +
  "stroke-width='2' stroke-linecap='round'><path d='M7 9v11M11.5 4v21M16 12v17M20.5 6v16M25 11v8'/></svg>"

export const icons: Icon[] = [
  { src: `data:image/svg+xml,${encodeURIComponent(mark)}`, mimeType: 'image/svg+xml', sizes: ['any'] },
]
