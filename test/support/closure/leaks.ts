/** Texts that must not be visible without profiles:read, by kind. */
export type Secrets = Readonly<Record<string, string>>

/** Fields that hold answers or results. Empty ones reveal nothing. */
const fields = new Set([
  ...['disc', 'core', 'focus', 'localFocus', 'quality', 'scoring', 'report', 'debrief', 'debriefs'],
  ...['answers', 'results', 'team'],
])

/** Which secrets a value contains, by kind or by the path of the field. */
export function leaksIn(value: unknown, secrets: Secrets): string[] {
  const text = JSON.stringify(value ?? null)
  const revealed = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
  return [...new Set([...revealed.map(([kind]) => kind), ...filledFields(value)])]
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

/** The outcome of each row in a list is also called `results`. */
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
