import { useRouter } from '@tanstack/react-router'
import { isPlainClick } from '../ui/plain-click.ts'

/**
 * The link from a row to the person. A page has up to 100, and the router's own links all rerender when the address
 * changes. So this is a plain link that calls the router on click.
 */
export function PersonLink({ profileId, name }: { profileId: string; name: string }) {
  const router = useRouter()
  const to = { to: '/people/$profileId', params: { profileId } } as const
  const intend = () => void router.preloadRoute(to).catch(() => undefined)
  return (
    <a
      className="people-name"
      href={`/people/${profileId}`}
      onMouseEnter={intend}
      onFocus={intend}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void router.navigate(to)
      }}
    >
      <bdi>{name}</bdi>
    </a>
  )
}
