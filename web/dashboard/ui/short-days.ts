import { dateFormatter, formatList } from '../language/formats.ts'

/** “2 Dec, 5 Dec”, “2 – 5 Dec”: days such as 2026-12-02, in their order, without the year. Three in a row are named as one. */
export function shortDays(days: readonly string[]): string {
  const format = dateFormatter({ day: 'numeric', month: 'short', timeZone: 'UTC' })
  const moments = days.map((day) => new Date(`${day}T12:00:00Z`))
  const runs: Date[][] = []
  for (const moment of moments) {
    const last = runs.at(-1)
    const isNext = last?.at(-1)?.getTime() === moment.getTime() - 86_400_000
    if (last && isNext) last.push(moment)
    else runs.push([moment])
  }
  return formatList(
    runs.flatMap((run) => {
      const [first, last] = [run[0], run.at(-1)]
      return run.length > 2 && first && last
        ? [format.formatRange(first, last)]
        : run.map((moment) => format.format(moment))
    }),
  )
}
