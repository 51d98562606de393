import { useRouter } from '@tanstack/react-router'

/**
 * The way from a row to the person. A hundred of them stand on one page, and the router's own links each look anew at
 * every change of the address, so this is a plain one that looks at nothing until it is pressed.
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
        // With a modifier or another button the browser opens a tab or a window, as with any link.
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate(to)
      }}
    >
      <bdi>{name}</bdi>
    </a>
  )
}
