import type { ComponentChildren } from 'preact'
import type { ImpactLine, ImpactResult } from '../../src/http/views/impact-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { Speaker } from './messages.ts'
import { TableFrame } from './technical.tsx'

/** Results: rates and ratios first, then significance. Names are isolated for bidirectional text. */
export function ImpactFigures({ result, speak }: { result: ImpactResult; speak: Speaker }) {
  const { say } = speak
  const compared = result.groups.filter(({ difference }) => difference)
  return (
    <section aria-labelledby="result">
      <h2 class="section" id="result" tabIndex={-1}>
        {say('impact.result')}
      </h2>
      <p class="second">
        {result.reference ? say('impact.reference', isolated(result.reference)) : say('impact.noReference')}
      </p>
      <Figures id="rates" heads={rateHeads} caption="impact.ratio" speak={speak} groups={result.groups}>
        {(line) => <RateCells line={line} speak={speak} />}
      </Figures>
      {compared.length > 0 && (
        <Figures id="chance" heads={chanceHeads} caption="impact.exactChance" speak={speak} groups={compared}>
          {(line) => <ChanceCells line={line} speak={speak} />}
        </Figures>
      )}
    </section>
  )
}

const rateHeads = [
  'impact.rate',
  'impact.ratio',
  'impact.finding',
  'impact.selected',
  'impact.total',
] as const
const chanceHeads = [
  'impact.exactChance',
  'impact.z',
  'impact.zChance',
  'impact.deviations',
  'impact.exchange',
] as const

type FiguresProps = {
  id: string
  heads: readonly MessageKey[]
  caption: MessageKey
  speak: Speaker
  groups: readonly ImpactLine[]
  children: (line: ImpactLine) => ComponentChildren
}

function Figures({ id, heads, caption, speak, groups, children }: FiguresProps) {
  const { say } = speak
  return (
    <TableFrame labelledBy={`${id}-caption`}>
      <table class={`technical-table impact-table impact-${id}`}>
        <caption class="unseen" id={`${id}-caption`}>
          {say(caption)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{say('impact.name')}</th>
            {heads.map((key) => (
              <th key={key} scope="col" class={key === 'impact.finding' ? 'words' : undefined}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((line, at) => (
            <tr key={at}>
              <th scope="row">
                <bdi>{line.name}</bdi>
              </th>
              {children(line)}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function RateCells({ line, speak }: { line: ImpactLine; speak: Speaker }) {
  const { say } = speak
  return (
    <>
      <td>{line.rate ?? '–'}</td>
      <td>{line.ratio ?? '–'}</td>
      <td class={`words ${line.finding === 'under' ? 'impact-under' : ''}`}>
        {line.finding ? say(`impact.${line.finding}`) : '–'}
      </td>
      <td>{line.selected}</td>
      <td>{line.total}</td>
    </>
  )
}

function ChanceCells({ line, speak }: { line: ImpactLine; speak: Speaker }) {
  const { say } = speak
  const { difference, exchange } = line
  return (
    <>
      <td>{difference?.exactChance ?? '–'}</td>
      <td>
        {difference?.z ?? '–'}
        {difference?.z !== undefined && difference.isSmall && (
          <span class="impact-remark">{say('impact.small')}</span>
        )}
      </td>
      <td>{difference?.zChance ?? '–'}</td>
      <td>{difference?.deviations ?? '–'}</td>
      <td>
        {exchange?.ratio ?? '–'}
        {exchange?.turned && <span class="impact-remark">{say('impact.turned')}</span>}
      </td>
    </>
  )
}

/** A name keeps its direction inside a sentence of another one (Unicode FSI and PDI). */
function isolated({ name, rate }: { name: string; rate: string }) {
  return { name: `\u2068${name}\u2069`, rate }
}
