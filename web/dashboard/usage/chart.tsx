import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { fill } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { byteOrderMark, csvLine } from '../ui/csv.ts'
import { Menu } from '../ui/menu.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { type Cell, type Chart, csvCell, shareText } from './charts.ts'
import { savePicture } from './picture.ts'
import type { Scene } from './scene.ts'
import { words } from './words.ts'

/** A chart with the name of each stroke, and in a menu the same as a table, as CSV and as a picture. `period` is written on the picture. */
export function ChartFigure({ chart, period }: { chart: Chart; period: string }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [at, setAt] = useState<number>()
  const [isTable, setIsTable] = useState(false)
  const scene = chart.draw(width)
  const savePng = () =>
    savePicture(`${chart.file}.png`, scene, { title: chart.title, note: period }).then(
      () => showToast(words.chart.pictureSaved),
      () => showToast(words.chart.pictureFailed),
    )
  const saveCsv = () => {
    const lines = [
      byteOrderMark,
      csvLine(chart.head),
      ...chart.rows.map((cells) => csvLine(cells.map(csvCell))),
    ]
    saveFile(`${chart.file}.csv`, lines, 'text/csv;charset=utf-8')
    showToast(words.chart.csvSaved)
  }
  return (
    <figure className="usage-chart" aria-labelledby={id}>
      <figcaption>
        <h2 id={id} className="section">
          {chart.title}
        </h2>
        {chart.empty === undefined && (
          <Menu
            label={fill(words.chart.menu, { chart: chart.title })}
            items={[
              {
                label: isTable ? words.chart.hideTable : words.chart.showTable,
                run: () => setIsTable(!isTable),
              },
              { label: words.chart.downloadCsv, run: saveCsv },
              { label: words.chart.savePicture, run: () => void savePng() },
            ]}
          />
        )}
        <p className="note">{chart.empty ?? chart.note}</p>
      </figcaption>
      <div ref={box}>
        {chart.empty === undefined && <Strokes scene={scene} label={chart.title} at={at} onAt={setAt} />}
      </div>
      {chart.empty === undefined && (
        <>
          <p className="usage-name" aria-hidden="true">
            {at === undefined ? chart.summary : scene.marks[at]?.name}
          </p>
          {isTable && <ChartTable chart={chart} />}
        </>
      )}
    </figure>
  )
}

/** Gets the focus when it appears, because the menu that shows it is above the chart. */
function ChartTable({ chart: { title, head, rows } }: { chart: Chart }) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => area.current?.focus(), [])
  return (
    <section
      ref={area}
      className="usage-table-area"
      aria-label={fill(words.chart.table, { chart: title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, and must be reached by those who have keys alone
      tabIndex={0}
    >
      <table className="plain-table usage-table">
        <caption className="out-of-sight">{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.slice(0, 2).join()}>
              {cells.map((cell, column) => (
                <td key={head[column]} className={typeof cell === 'number' ? 'figures' : undefined}>
                  {cellText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return formatNumber(cell)
  return typeof cell === 'string' ? cell : shareText(cell)
}

/** One stop for the Tab key; arrow keys go from stroke to stroke, and pointing or tapping at one names it. */
function Strokes({
  scene,
  label,
  at,
  onAt,
}: {
  scene: Scene
  label: string
  at: number | undefined
  onAt: (at: number | undefined) => void
}) {
  const root = useRef<SVGSVGElement>(null)
  const { width, height, marks, rules, words: labels } = scene
  const move = (event: KeyboardEvent) => {
    const to = nextStroke(event.key, at ?? 0, marks.length, scene)
    if (to === undefined) return
    event.preventDefault()
    root.current?.querySelectorAll<SVGGElement>('.usage-stroke')[to]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of strokes; a fieldset can't be a part of a drawing
    <svg
      ref={root}
      className="usage-drawing"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={label}
      onKeyDown={move}
      // A finger leaves with every tap; what it has named stays.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onAt(undefined)}
    >
      {rules.map(({ x1, x2, y }) => (
        <line key={y} className="usage-rule" x1={x1} x2={x2} y1={y} y2={y} />
      ))}
      {marks.map(({ name, reach, shapes }, place) => (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is read as a picture, and has the focus for its name
        <g
          key={name}
          className="usage-stroke"
          role="img"
          aria-label={name}
          tabIndex={place === (at ?? 0) ? 0 : -1}
          data-lit={place === at || undefined}
          onFocus={() => onAt(place)}
          onBlur={() => onAt(undefined)}
          onPointerEnter={() => onAt(place)}
          onPointerDown={() => onAt(place)}
        >
          <rect className="usage-reach" {...reach} />
          {shapes.map(({ token, opacity, ...shape }) => (
            <rect key={`${token}${shape.y}`} {...shape} style={{ fill: `var(${token})`, opacity }} />
          ))}
        </g>
      ))}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus, and the strokes have these words in their names */}
      <g aria-hidden="true">
        {labels.map(({ x, y, text, anchor, isStrong }) => (
          <text
            key={`${x} ${y}`}
            className={isStrong ? 'usage-label' : 'usage-label usage-label-muted'}
            x={x}
            y={y}
            textAnchor={anchor}
          >
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
}

/** Left and right go by one; up and down by one as well, or to the same hour of another day. */
function nextStroke(key: string, at: number, count: number, { marks }: Scene): number | undefined {
  const row = marks.findIndex(({ reach }) => reach.y !== marks[0]?.reach.y)
  const rowLength = Math.max(1, row)
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rowLength, ArrowDown: rowLength }[key]
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const to = at + (by ?? 0)
  return by === undefined || to < 0 || to >= count ? undefined : to
}

/** The width of the element in whole pixels. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(640)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(Math.max(240, Math.floor(element.clientWidth)))
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
