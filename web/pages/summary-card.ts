/** The HTML of the results card; the build inserts it. */
declare const __SUMMARY_CARD__: string | undefined

/** The card that MCP Apps hosts show for a behavioral summary: one self-contained document. */
export const summaryCard = typeof __SUMMARY_CARD__ === 'string' ? __SUMMARY_CARD__ : ''
