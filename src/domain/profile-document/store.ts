/**
 * What to select of `profile` for its document. Saving an answer doesn't rewrite the document, which still has the
 * seconds of the last change of anything else it shows. Those saved since are read beside it, for the few people who
 * are in the middle of an assessment.
 */
export const documentColumns = `profile.doc, case when profile.date_started is not null and not profile.is_completed then (
    select json_agg(row_to_json(saved)) from (
      select watch.assessment, sum(watch.active_seconds) as "activeSeconds",
             sum(watch.inactive_seconds) as "inactiveSeconds", sum(watch.idle_seconds) as "idleSeconds",
             max(watch.updated_at) as "lastUpdated"
        from stopwatch watch
       where watch.account_id = profile.account_id and watch.profile_id = profile.id
         and watch.attempt = profile.attempt
       group by watch.assessment) as saved) end as saved_seconds`

/**
 * Instead of the columns above: a document with only what a summary shows. Whole documents are long and stored compressed, so a
 * page of these is read in a fraction of the time.
 */
export const summaryColumns = `json_build_object('id', profile.id, 'firstName', profile.first_name,
    'lastName', profile.last_name, 'email', profile.email, 'phone', profile.phone,
    'isCompleted', profile.is_completed)::text as doc, null as saved_seconds`

/** A row with either columns. */
export type DocumentRow = { doc: string; saved_seconds: SavedSeconds[] | null }

type SavedSeconds = {
  assessment: string
  activeSeconds: number
  inactiveSeconds: number
  idleSeconds: number
  lastUpdated: string
}

/** The profile's current document: JSON text in the shape of the API. */
export function documentOf({ doc, saved_seconds: saved }: DocumentRow): string {
  if (!saved) return doc
  // Text within the document has its quotation marks escaped, so only the field itself reads like this.
  const field = doc.indexOf(timersField)
  if (field === -1) return doc
  const start = field + timersField.length - 1
  // No timer contains a list or a text that anyone may choose.
  const end = doc.indexOf(']', start) + 1
  const timers = (JSON.parse(doc.slice(start, end)) as { assessment: string }[]).map((timer) => {
    const seconds = saved.find(({ assessment }) => assessment === timer.assessment)
    return seconds
      ? { ...timer, ...seconds, lastUpdated: new Date(seconds.lastUpdated).toISOString() }
      : timer
  })
  return doc.slice(0, start) + JSON.stringify(timers) + doc.slice(end)
}

const timersField = '"timers":['
