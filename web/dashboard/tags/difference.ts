/** What is new and what is gone between two sets of ids, each in the order in which it stands. */
export function difference(
  before: readonly string[],
  after: readonly string[],
): { added: readonly string[]; removed: readonly string[] } {
  const [old, now] = [new Set(before), new Set(after)]
  return { added: after.filter((id) => !old.has(id)), removed: before.filter((id) => !now.has(id)) }
}
