// An app belongs to one installation: TIMBRE_URL is its address, TIMBRE_APP_ID the id that the operator got from
// "npm run timbre -- app create". The app has no secret, so it uses PKCE.

export const serviceUrl = () => process.env.TIMBRE_URL.replace(/\/+$/, '')
export const api = (path) => `${serviceUrl()}/api/v4${path}`

const token = async (z, fields) => {
  const { data } = await z.request({
    method: 'POST',
    url: `${serviceUrl()}/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { ...fields, client_id: process.env.TIMBRE_APP_ID },
  })
  return { access_token: data.access_token, refresh_token: data.refresh_token }
}

export const authentication = {
  type: 'oauth2',
  oauth2Config: {
    enablePkce: true,
    autoRefresh: true,
    // Instant triggers need account:write; without it, choose the triggers that look for news.
    scope: 'profiles:read profiles:write tags:manage account:read account:write',
    authorizeUrl: {
      url: `{{process.env.TIMBRE_URL}}/oauth/authorize`,
      params: {
        client_id: '{{process.env.TIMBRE_APP_ID}}',
        response_type: 'code',
        redirect_uri: '{{bundle.inputData.redirect_uri}}',
        resource: '{{process.env.TIMBRE_URL}}',
        state: '{{bundle.inputData.state}}',
      },
    },
    getAccessToken: (z, { inputData }) =>
      token(z, {
        grant_type: 'authorization_code',
        code: inputData.code,
        code_verifier: inputData.code_verifier,
        redirect_uri: inputData.redirect_uri,
      }),
    refreshAccessToken: (z, { authData }) =>
      token(z, { grant_type: 'refresh_token', refresh_token: authData.refresh_token }),
  },
  test: async (z) => (await z.request({ url: api('/account') })).data,
  connectionLabel: '{{data__name}}',
}

export const addToken = (request, _z, { authData }) => {
  if (authData?.access_token && !request.url.includes('/oauth/token'))
    request.headers = { ...request.headers, authorization: `Bearer ${authData.access_token}` }
  return request
}
