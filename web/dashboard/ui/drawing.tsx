/** Chart markup, escaped by `src/charts`. */
export function Drawing({ markup, className }: { markup: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the charts escape every text they are given
  return <div className={className ?? 'drawing'} dangerouslySetInnerHTML={{ __html: markup }} />
}
