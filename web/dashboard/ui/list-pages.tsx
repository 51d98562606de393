import { Link } from '@tanstack/react-router'

/** From one page of a list to the next: what is shown, and a link for each step that there is. */
export function ListPages({
  label,
  shown,
  steps,
  ...place
}: {
  label: string
  /** Which part of the list is shown, or of how many. */
  shown: string
  steps: readonly (Step | false | undefined)[]
  to: string
  params?: Record<string, string>
  resetScroll?: false
}) {
  return (
    <nav className="list-pages" aria-label={label}>
      <span className="figures">{shown}</span>
      {steps.map(
        (step) =>
          step && (
            <Link key={step.verb} {...place} search={step.search as never} className="button button-small">
              {step.verb}
            </Link>
          ),
      )}
    </nav>
  )
}

type Step = { verb: string; search: object }
