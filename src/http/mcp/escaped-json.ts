/**
 * JSON that is safe to embed in HTML, XML tags, Markdown fences and templates: characters with a meaning there are
 * written as JSON escapes.
 */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&`\u2028\u2029]|\{(?=\{)/g, escaped)
}

/** The structure of JSON never has two opening braces in a row, so this only escapes braces within strings. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
