import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../ui/page-title.ts'
import { words } from './on-demand-words.ts'

/** Shown to coaches in place of a page about the whole account. */
export function NotForCoaches() {
  const { title, text, people } = words.notForCoaches
  usePageTitle(title)
  return (
    <div className="failure">
      <h1 className="page-title" tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <p className="failure-way">
        <Link to="/people" className="button button-main">
          {people}
        </Link>
      </p>
    </div>
  )
}
