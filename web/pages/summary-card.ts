/** The document of the results card; the build puts it in. */
declare const __SUMMARY_CARD__: string | undefined

/** The card that hosts of MCP Apps show for a behavioral summary: one document, whole as it stands. */
export const summaryCard = typeof __SUMMARY_CARD__ === 'string' ? __SUMMARY_CARD__ : ''
