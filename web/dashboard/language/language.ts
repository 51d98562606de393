/**
 * The BCP 47 tag of the page's language, which the server writes into the document: English, if its words have not come.
 * A member who chooses another language loads the page again, so that it never changes while the page is open, and words
 * can be constants.
 */
export const languageTag: string =
  (globalThis.timbreWords && globalThis.document?.documentElement?.lang) || 'en'

/** The tag for numbers and dates. Plain "en" would give the American order; these pages are read everywhere. */
export const formatTag = languageTag === 'en' ? 'en-GB' : languageTag
