/** Texts that nobody may come to know without profiles:read, each with the kind of thing that it is. */
export type Secrets = Readonly<Record<string, string>>

/** Fields that hold what was answered or what came of it; empty ones tell nothing. */
const fields = new Set([
  ...['disc', 'core', 'focus', 'localFocus', 'quality', 'scoring', 'report', 'debrief', 'debriefs'],
  ...['answers', 'results', 'team'],
])

/** What of these things a value shows, by kind or by the path of the field. */
export function leaksIn(value: unknown, secrets: Secrets): string[] {
  const text = JSON.stringify(value ?? null)
  const told = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
  return [...new Set([...told.map(([kind]) => kind), ...filledFields(value)])]
}

function filledFields(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = Array.isArray(value) ? path : `${path}.${name}`
    if (typeof inner === 'object' && inner !== null && fields.has(name) && !isOutcomes(inner)) {
      return isFilled(inner) ? [here] : []
    }
    return filledFields(inner, here)
  })
}

/** What became of each row of a list is called `results` too. */
function isOutcomes(value: object): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => one && typeof one === 'object' && 'status' in one)
  )
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled)
  return value !== null && value !== undefined && value !== false && value !== ''
}
