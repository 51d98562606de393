/** The URLs in plain text, in order and without duplicates or the punctuation of the surrounding sentence. */
export function linksIn(text: string): string[] {
  const urls = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  return [...new Set(urls.map((link) => link.replace(/[.,;:!?'")\]]+$/, '')))]
}
