import type { ComponentChildren } from 'preact'

/**
 * Renders the Markdown subset of our documents: paragraphs, headings, lists, code, tables, links. It creates elements,
 * so no text is parsed as HTML. `top` is the number of `#` of its highest headings, which become `h2`.
 */
export function PlainProse({ text, top = 3 }: { text: string; top?: number }) {
  return (
    <>
      {text
        .split(/```\w*\n([\s\S]*?)```/)
        .map((piece, at) => (at % 2 ? <Lines text={piece} /> : <Blocks text={piece} top={top} />))}
    </>
  )
}

function Lines({ text }: { text: string }) {
  return (
    <pre>
      <code>{text.trimEnd()}</code>
    </pre>
  )
}

function Blocks({ text, top }: { text: string; top: number }) {
  const blocks = text
    .replaceAll(/^(#+ .*)$/gm, '\n$1\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
  return (
    <>
      {blocks.map((block) => {
        if (block.startsWith('#')) return <Heading line={block} top={top} />
        if (block.startsWith('- ')) return <List entries={block.split(/\n?^- /m).slice(1)} />
        const [, first] = /^(\d+)\. /.exec(block) ?? []
        if (first) return <Steps start={Number(first)} entries={block.split(/^\d+\. /m).slice(1)} />
        if (block.startsWith('|')) return <Table rows={block.split('\n')} />
        return (
          <p class="measure">
            <PlainInline text={block} />
          </p>
        )
      })}
    </>
  )
}

/** An anchor from its words, such as `#error-codes`. */
function Heading({ line, top }: { line: string; top: number }) {
  const marks = line.indexOf(' ')
  const text = line.slice(marks + 1)
  const Level = marks > top ? 'h3' : 'h2'
  return (
    <Level class="plain-heading" id={text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}>
      {text}
    </Level>
  )
}

function List({ entries }: { entries: readonly string[] }) {
  return (
    <ul class="plain-list measure">
      {entries.map((entry) => (
        <li>
          <PlainInline text={entry} />
        </li>
      ))}
    </ul>
  )
}

/** Numbered from `start`, because a table between two steps divides their list. */
function Steps({ start, entries }: { start: number; entries: readonly string[] }) {
  return (
    <ol class="plain-list plain-steps measure" start={start}>
      {entries.map((entry) => (
        <li>
          <PlainInline text={entry} />
        </li>
      ))}
    </ol>
  )
}

function Table({ rows: [head = '', , ...rows] }: { rows: readonly string[] }) {
  return (
    <table>
      <thead>
        <tr>
          {cellsOf(head).map((cell) => (
            <th scope="col">
              <PlainInline text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {cellsOf(row).map((cell) => (
              <td>
                <PlainInline text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** Code, links, and plain text without emphasis marks. */
export function PlainInline({ text }: { text: string }) {
  return <>{text.split(/(`[^`]*`|\[[^\]]*\]\([^)]*\))/).map(wordOf)}</>
}

function wordOf(piece: string): ComponentChildren {
  const [, label, address = ''] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(piece) ?? []
  if (label !== undefined) return <a href={address}>{label}</a>
  if (piece.startsWith('`')) return <code>{piece.slice(1, -1)}</code>
  return piece.replaceAll(/(^|[\s(])[*_]{1,2}([^*_]+)[*_]{1,2}/g, '$1$2')
}
