import type { LoginLinkView } from '../../src/http/views/clients-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderDocument } from './document.tsx'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'
import styles from './pages.css?inline'

/** `/login/…`: one button to sign in; or that the link is used up, with the way to a code. */
export function renderLoginLink(view: LoginLinkView): RenderedPage {
  const speak = speaker(view)
  const { say } = speak
  const { languageTag, email, action, signIn } = view
  if (email === undefined) {
    const body = (
      <NoticePage
        view={view}
        path={action}
        heading={say('login.overHeading')}
        texts={[say('login.overText')]}
        action={{ href: signIn, label: say('login.withCode') }}
      />
    )
    return renderDocument({ languageTag, title: `${say('login.overHeading')} · Timbre`, styles, body })
  }
  const body = (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={action} />
      <main class="notice">
        <h1 class="page-title">{say('login.heading', { email })}</h1>
        <p class="lede">{say('login.lede')}</p>
        <form class="link-form" method="post" action={action}>
          <button class="button button-main button-taking main" type="submit">
            {say('signIn.submit')}
          </button>
        </form>
      </main>
    </div>
  )
  return renderDocument({ languageTag, title: `${say('signIn.heading')} · Timbre`, styles, body })
}
