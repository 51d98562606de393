import './styles.css'
import './agenda.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import { tagsQuery } from '../client/queries.ts'
import { savedTeamsQuery } from '../client/saved-teams.ts'
import type { TeamAgenda } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { languages } from '../words/languages.ts'
import { pageLocale } from '../words/page-locale.ts'
import { TeamFailure } from './empty.tsx'
import { agendaQuery, agendaRequest, isTeamChosen } from './queries.ts'
import { teamTitle } from './team-title.ts'
import { words } from './words.ts'

const route = getRouteApi('/framed/teams/agenda')

/** A meeting of a team, for the person who leads it: on screen, and on paper. */
export function AgendaPage() {
  const { language = pageLocale, ...chosen } = route.useSearch()
  const navigate = useNavigate()
  const tags = useQuery({ ...tagsQuery, enabled: hasScope('tags:manage') })
  const saved = useQuery({ ...savedTeamsQuery, enabled: hasScope('tags:manage') })
  const agenda = useQuery(agendaQuery(chosen, language))
  const team = teamTitle(chosen, tags.data, saved.data)
  const isChosen = isTeamChosen(chosen)
  usePageTitle(fill(words.agenda.pageTitle, { team }))
  return (
    <div className="agenda-page">
      <p className="agenda-back">
        <Link to="/teams" search={chosen}>
          <Icon name="back" size={16} />
          {words.agenda.back}
        </Link>
      </p>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          <bdi>{isChosen ? team : words.agenda.title}</bdi>
        </h1>
        <div className="page-actions agenda-actions">
          <LanguageChoice
            label={words.language}
            value={language}
            onChange={(one) =>
              void navigate({
                to: '/teams/agenda',
                search: { ...chosen, language: one || pageLocale },
                replace: true,
                resetScroll: false,
              })
            }
          />
          <button type="button" className="button" disabled={!agenda.data} onClick={() => window.print()}>
            {words.agenda.print}
          </button>
        </div>
      </header>
      {!isChosen && <p>{words.agenda.chooseFirst}</p>}
      {agenda.error && !agenda.data && (
        <TeamFailure error={agenda.error} retry={() => void agenda.refetch()} />
      )}
      {isChosen && agenda.isPending && (
        <div role="status" aria-label={words.agenda.loading}>
          <Skeleton width="100%" height={520} />
        </div>
      )}
      {agenda.data && (
        <article lang={languages[agenda.data.locale].tag} data-old={agenda.isPlaceholderData || undefined}>
          <Agenda agenda={agenda.data} />
        </article>
      )}
      {agenda.data && <ApiCall route="GET /team/agenda" request={agendaRequest(chosen, language)} />}
    </div>
  )
}

function Agenda({ agenda: { title, intro, before, facts, plan, notice } }: { agenda: TeamAgenda }) {
  return (
    <>
      <h2 className="section">{title}</h2>
      <p className="agenda-intro">{intro}</p>
      <div className="agenda-columns">
        <section>
          <h3 className="statement">{before.heading}</h3>
          <ul className="agenda-lines">
            {before.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        {facts.map(({ heading, lines }) => (
          <section key={heading}>
            <h3 className="statement">{heading}</h3>
            <ul className="agenda-facts">
              {lines.map(({ label, text }) => (
                <li key={label ?? text}>
                  {label !== null && <strong>{label}</strong>}
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className="agenda-plan">
        <h3 className="section">{plan.heading}</h3>
        <ol>
          {plan.steps.map(({ title: step, duration, lines }) => (
            <li key={step}>
              <span className="agenda-time">{duration}</span>
              <div>
                <h4 className="statement">{step}</h4>
                <ul className="agenda-lines">
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <p className="note agenda-notice">{notice}</p>
    </>
  )
}
