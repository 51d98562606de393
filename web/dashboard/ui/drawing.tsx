/** Markup of a chart, which `src/charts` has escaped. */
export function Drawing({ markup, className }: { markup: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the charts escape every text they are given
  return <div className={className ?? 'drawing'} dangerouslySetInnerHTML={{ __html: markup }} />
}
