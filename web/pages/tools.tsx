import type { RenderedPage } from '../../src/http/views/pages.ts'
import type {
  DocumentListing,
  PromptListing,
  ToolListing,
  ToolsView,
} from '../../src/http/views/tools-view.ts'
import { renderDocument } from './document.tsx'
import { GuideList } from './guides.tsx'
import pages from './pages.css?inline'
import { PlainFields, PlainLine } from './plain-fields.tsx'
import { PlainInline, PlainProse } from './plain-prose.tsx'
import styles from './plain-reference.css?inline'
import { effectOf, exampleCall, inputsOf, scopesText, toolsPageTexts } from './tool-docs.ts'
import { Wordmark } from './wordmark.tsx'

/** `/docs/mcp`: tools, prompts and documents, generated from the MCP lists. In English, like them. */
export function renderTools(view: ToolsView): RenderedPage {
  return renderDocument({
    languageTag: 'en',
    title: `${toolsPageTexts.title} · Timbre`,
    styles: pages + styles,
    body: <ToolsPage {...view} />,
  })
}

function ToolsPage({ address, tools, prompts, documents }: ToolsView) {
  return (
    <div class="notice-page">
      <header class="head">
        <Wordmark />
        <nav class="plain-pages second" aria-label="Other pages">
          <a href="/docs/connect">Connect an assistant</a>
          <a href="/docs/reference">API reference</a>
          <a href="/docs/mcp.md">As Markdown</a>
          <a href="/llms.txt">llms.txt</a>
        </nav>
      </header>
      <main class="plain-reference">
        <h1 class="page-title">{toolsPageTexts.title}</h1>
        <PlainProse text={toolsPageTexts.lede} />
        <ul class="plain-servers second">
          <li>
            <code>{address}</code>
          </li>
        </ul>
        <PlainProse text={toolsPageTexts.scopes} />
        <nav aria-label="On this page">
          <ul class="plain-groups">
            {tools.map(({ name }) => (
              <li key={name}>
                <a href={`#${name}`}>{name}</a>
              </li>
            ))}
            {prompts.length > 0 && (
              <li>
                <a href="#prompts">Prompts</a>
              </li>
            )}
            {documents.length > 0 && (
              <li>
                <a href="#documents">Documents</a>
              </li>
            )}
          </ul>
        </nav>
        <section class="plain-group">
          <h2 class="section">Tools</h2>
          {tools.map((tool) => (
            <ToolPart key={tool.name} tool={tool} />
          ))}
        </section>
        {prompts.length > 0 && (
          <section id="prompts" class="plain-group">
            <h2 class="section">Prompts</h2>
            <PlainProse text={toolsPageTexts.prompts} />
            {prompts.map((prompt) => (
              <PromptPart key={prompt.name} prompt={prompt} />
            ))}
          </section>
        )}
        {documents.length > 0 && (
          <section id="documents" class="plain-group">
            <h2 class="section">Documents</h2>
            <PlainProse text={toolsPageTexts.documents} />
            {documents.map((document) => (
              <DocumentPart key={document.address} document={document} />
            ))}
          </section>
        )}
        <GuideList at="/docs/mcp" />
      </main>
    </div>
  )
}

function ToolPart({ tool }: { tool: ToolListing }) {
  return (
    <article id={tool.name} class="plain-call">
      <h3 class="statement">{tool.title}</h3>
      <p>
        <code>{tool.name}</code>
      </p>
      <PlainProse text={tool.description} />
      <p class="second">
        Scope: <PlainInline text={scopesText(tool.scopes)} />. {effectOf(tool)}
      </p>
      <h4>Inputs</h4>
      <PlainFields shape={inputsOf(tool)} />
      <h4>Call</h4>
      <pre>
        <code>{exampleCall(tool)}</code>
      </pre>
    </article>
  )
}

function PromptPart({ prompt }: { prompt: PromptListing }) {
  return (
    <article id={prompt.name} class="plain-call">
      <h3 class="statement">{prompt.title}</h3>
      <p>
        <code>{prompt.name}</code>
      </p>
      <PlainProse text={prompt.description} />
      <dl>
        {prompt.arguments.map(({ name, description, required }) => (
          <PlainLine
            key={name}
            name={name}
            note={['string', ...(required ? ['required'] : [])]}
            text={description}
          />
        ))}
      </dl>
    </article>
  )
}

function DocumentPart({ document }: { document: DocumentListing }) {
  return (
    <article class="plain-call">
      <h3 class="statement">{document.title}</h3>
      <p>
        <code>{document.address}</code> {document.mimeType}
      </p>
      <PlainProse text={document.description} />
    </article>
  )
}
