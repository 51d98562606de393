import { useRouter } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import { useListUrl } from './use-list-url.ts'
import { words } from './words.ts'

/** Back to the list with its filters. */
export function BackLink() {
  const router = useRouter()
  const href = useListUrl()
  return (
    <a
      className="person-back"
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        router.history.push(href)
      }}
    >
      <Icon name="back" size={16} />
      {words.back}
    </a>
  )
}
