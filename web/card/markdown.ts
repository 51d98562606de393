import { escapeMarkup } from '../../src/charts/markup.ts'

/** A section of a text: its heading, if any, and its markup. */
export type MarkdownSection = { heading: string | undefined; markup: string }

/**
 * Parses the Markdown of a debrief: headings, paragraphs, lists and strong text. Links, images and HTML are shown as
 * plain text. All text is escaped, headings included.
 */
export function sectionsOf(markdown: string): MarkdownSection[] {
  const sections: { heading: string | undefined; blocks: string[] }[] = []
  for (const block of blocksOf(markdown)) {
    if (block.kind === 'heading') sections.push({ heading: inline(block.lines.join(' ')), blocks: [] })
    else {
      if (sections.length === 0) sections.push({ heading: undefined, blocks: [] })
      sections.at(-1)?.blocks.push(markupOf(block))
    }
  }
  return sections
    .filter(({ heading, blocks }) => heading || blocks.length > 0)
    .map(({ heading, blocks }) => ({ heading, markup: blocks.join('') }))
}

type Block = { kind: 'heading' | 'paragraph' | 'ul' | 'ol'; lines: string[] }

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  const begin = (kind: Block['kind'], line: string) => {
    const block: Block = { kind, lines: [line] }
    blocks.push(block)
    return block
  }
  for (const line of markdown.split(/\r\n?|\n/).map((one) => one.trim())) {
    // Closing marks of a heading are removed in two steps, so that a long line takes linear time.
    const heading = /^#{1,6}\s+(.*)$/
      .exec(line)?.[1]
      ?.replace(/(^|\s)#+$/, '')
      .trimEnd()
    const [, mark = '', item] = /^([-*+]|\d{1,3}[.)])\s+(.+)$/.exec(line) ?? []
    if (heading !== undefined) {
      begin('heading', heading)
      open = undefined
    } else if (item !== undefined) {
      const kind = /^\d/.test(mark) ? 'ol' : 'ul'
      if (open?.kind === kind) open.lines.push(item)
      else open = begin(kind, item)
    } else if (line === '') {
      // A list continues after a blank line; a paragraph ends there.
      if (open?.kind === 'paragraph') open = undefined
    } else if (open?.kind === 'paragraph') open.lines.push(line)
    else open = begin('paragraph', line)
  }
  return blocks
}

function markupOf({ kind, lines }: Block): string {
  if (kind === 'paragraph') return `<p>${inline(lines.join(' '))}</p>`
  return `<${kind}>${lines.map((line) => `<li>${inline(line)}</li>`).join('')}</${kind}>`
}

/** Escapes the text, then makes text between two pairs of asterisks strong; a backslash escapes a character. */
function inline(text: string): string {
  return escapeMarkup(text)
    .replaceAll(/\\(&(?:amp|lt|gt|quot|#39);|[!-/:-@[-`{-~])/g, (_, sign: string) =>
      sign.length > 1 ? sign : `&#${sign.charCodeAt(0)};`,
    )
    .replaceAll(/\*\*(?=\S)(.+?)(?<=\S)\*\*/g, '<strong>$1</strong>')
}
