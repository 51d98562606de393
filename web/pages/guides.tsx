/** Every guide that an installation serves. In English, like them. */
const guides = [
  { path: '/docs/connect', name: 'Connect an assistant', about: 'Claude, ChatGPT, Cursor and others' },
  { path: '/docs/mcp', name: 'Tools for models', about: 'what assistants can read and do here' },
  { path: '/docs/events', name: 'Events and webhooks', about: 'also Zapier, n8n and Make' },
  {
    path: '/docs/orders',
    name: 'Orders and directories',
    about: 'Greenhouse, Ashby, Entra ID and Okta (SCIM)',
  },
  { path: '/docs/company-sign-in', name: 'Sign-in for companies', about: 'Entra ID, Okta, Google Workspace' },
  { path: '/docs/reference', name: 'API reference as one page', about: 'without JavaScript' },
] as const

/** All guides, of which the reader has one open. */
export function GuideList({ at }: { at?: string }) {
  return (
    <nav class="guides" aria-labelledby="guides">
      <h2 class="plain-heading" id="guides">
        Guides
      </h2>
      <GuideLinks at={at} />
    </nav>
  )
}

export function GuideLinks({ at }: { at?: string | undefined }) {
  return (
    <ul class="plain-list">
      {guides.map(({ path, name, about }) => (
        <li key={path}>
          <a href={path} aria-current={path === at ? 'page' : undefined}>
            {name}
          </a>
          : {about}
        </li>
      ))}
    </ul>
  )
}
