/**
 * Data as JSON text that stays data wherever it is put: in a page, between tags, inside a fence of Markdown or in a
 * template. Signs that would end or open something there are written as escapes, which JSON reads as the same signs.
 */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&`\u2028\u2029]|\{(?=\{)/g, escaped)
}

/** Two braces in a row never stand in the structure of JSON, so that only braces of texts are met here. */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
