import type { Icon } from '@modelcontextprotocol/server'

/**
 * The five strokes of the mark, as a picture in itself: nothing is fetched for it, and a host shows it on any ground.
 * Tools have none of their own, because every list of them would carry it eight times.
 */
const mark =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' fill='none' stroke='#6b2a5e' " +
  "stroke-width='2' stroke-linecap='round'><path d='M7 9v11M11.5 4v21M16 12v17M20.5 6v16M25 11v8'/></svg>"

export const icons: Icon[] = [
  { src: `data:image/svg+xml,${encodeURIComponent(mark)}`, mimeType: 'image/svg+xml', sizes: ['any'] },
]
