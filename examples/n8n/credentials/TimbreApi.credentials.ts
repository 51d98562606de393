type Credentials = { baseUrl: string; clientId: string; clientSecret: string; token?: string }
type RequestHelper = {
  helpers: { httpRequest: (request: object) => Promise<{ access_token: string }> }
}

/** An API key, which owners create on the dashboard. Its scopes decide what the nodes can do. */
export class TimbreApi {
  name = 'timbreApi'
  displayName = 'Timbre API'
  properties = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://timbre.example.com',
    },
    { displayName: 'Client ID', name: 'clientId', type: 'string', default: '' },
    {
      displayName: 'Client Secret',
      name: 'clientSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
    },
    { displayName: 'Token', name: 'token', type: 'hidden', typeOptions: { expirable: true }, default: '' },
  ]
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
  }
  test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/v4/test' } }

  /** n8n calls it before the first request, and again after a 401. */
  async preAuthentication(this: RequestHelper, { baseUrl, clientId, clientSecret }: Credentials) {
    const { access_token: token } = await this.helpers.httpRequest({
      method: 'POST',
      url: `${baseUrl.replace(/\/+$/, '')}/api/v4/auth`,
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      json: true,
    })
    return { token }
  }
}
