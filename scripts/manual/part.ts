/** The page with the new text between its marks. Throws if the page has no place for it. */
export function withPart(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: written by scripts/manual.ts -->`, `<!-- end of ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`There is no place for ${name} in this page of the manual.`)
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`
}
