import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { DescribedApi, ReferenceCall, Shape } from '../../src/http/views/reference-view.ts'
import { groupsOf, notesOf, resolveSchemaReference, shapesIn, typeName } from './api-shapes.ts'
import { renderDocument } from './document.tsx'
import { GuideList } from './guides.tsx'
import pages from './pages.css?inline'
import { PlainFields, PlainLine } from './plain-fields.tsx'
import { PlainProse } from './plain-prose.tsx'
import styles from './plain-reference.css?inline'
import { Wordmark } from './wordmark.tsx'

/**
 * `/docs/reference`: the whole API description as one plain page, for use without a script, for print, or for search
 * in the browser. Generated from the OpenAPI document, in English like it.
 */
export function renderPlainReference(description: object): RenderedPage {
  const api = description as DescribedApi
  return renderDocument({
    languageTag: 'en',
    title: 'API reference, plain · Timbre',
    styles: pages + styles,
    body: <PlainReference api={api} />,
  })
}

function PlainReference({ api }: { api: DescribedApi }) {
  const groups = groupsOf(api)
  return (
    <div class="notice-page">
      <header class="head">
        <Wordmark />
        <nav class="plain-pages second" aria-label="Other pages">
          <a href="/docs">With samples and a form to try</a>
          <a href="/docs/reference.md">As Markdown</a>
          <a href="/docs/mcp">Tools for models</a>
          <a href="/llms.txt">llms.txt</a>
        </nav>
      </header>
      <main class="plain-reference">
        <h1 class="page-title">{api.info.title}</h1>
        <ul class="plain-servers second">
          {api.servers.map(({ url, description }) => (
            <li key={url}>
              <code>{url}</code> {description}
            </li>
          ))}
        </ul>
        <PlainProse text={api.info.description} />
        <nav aria-label="Groups">
          <ul class="plain-groups">
            {groups.map(({ tag }) => (
              <li key={tag.name}>
                <a href={`#${tag.name}`}>{tag['x-displayName']}</a>
              </li>
            ))}
            <li>
              <a href="#shapes">Shapes</a>
            </li>
          </ul>
        </nav>
        {groups.map(({ tag, calls }) => (
          <section key={tag.name} id={tag.name} class="plain-group">
            <h2 class="section">{tag['x-displayName']}</h2>
            <PlainProse text={tag.description} />
            {calls.map((call) => (
              <CallPart key={call.call.operationId} api={api} {...call} />
            ))}
          </section>
        ))}
        <section id="shapes" class="plain-group">
          <h2 class="section">Shapes</h2>
          {Object.entries(api.components.schemas ?? {}).map(([name, shape]) => (
            <article key={name} id={`shape-${name}`} class="plain-call">
              <h3 class="statement">{name}</h3>
              <PlainProse text={(shape as Shape).description ?? ''} />
              <Fields api={api} shape={shape as Shape} />
            </article>
          ))}
        </section>
        <GuideList at="/docs/reference" />
      </main>
    </div>
  )
}

function CallPart({ api, method, path, call }: ReferenceCall & { api: DescribedApi }) {
  const parameters = (call.parameters ?? []).map((parameter) => resolveSchemaReference(api, parameter))
  const body = call.requestBody?.content['application/json']?.schema
  const answers = Object.entries(call.responses).map(([status, one]) => ({
    status,
    ...resolveSchemaReference(api, one),
  }))
  return (
    <article id={call.operationId} class="plain-call">
      <h3 class="statement">{call.summary}</h3>
      <p>
        <code>
          {method} {path}
        </code>
      </p>
      <PlainProse text={call.description ?? ''} />
      {parameters.length > 0 && (
        <dl>
          {parameters.map(({ name, in: location, required, description, schema }) => (
            <PlainLine
              key={name}
              name={name}
              note={[location, ...notesOf(schema ?? {}, required)]}
              text={description}
            />
          ))}
        </dl>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <Fields api={api} shape={body} />
        </>
      )}
      <h4>Answers</h4>
      <dl>
        {answers.map(({ status, description, content }) => (
          <PlainLine
            key={status}
            name={status}
            note={shapesIn(content?.['application/json']?.schema)}
            text={description}
          />
        ))}
      </dl>
    </article>
  )
}

function Fields({ api, shape }: { api: DescribedApi; shape: Shape }) {
  const resolved = resolveSchemaReference(api, shape)
  return resolved.properties ? <PlainFields shape={resolved} /> : <p class="second">{typeName(shape)}</p>
}
