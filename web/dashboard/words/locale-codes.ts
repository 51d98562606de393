// Apart from their names, so that the readers of addresses, which load with the first script, come without words.

/** The languages of pages, emails, debriefs and reports, as the API spells them. */
export const localeCodes = ['de', 'en', 'es', 'fr', 'jp', 'ko', 'nl', 'pt_BR', 'zh_CN'] as const
export type LanguageCode = (typeof localeCodes)[number]
