import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { answerQuestions } from '../child.ts'

// It warns that it keeps everything in memory, which is what it should do here.
console.warn = () => {}

/** An oidc-provider that gives client credentials a JWT signed with ES256, in memory. Answers its port. */
answerQuestions(async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = new Provider('http://localhost', {
    clients: [
      {
        client_id: 'bench',
        client_secret: 'bench-secret-of-enough-length',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'http://localhost/api',
        getResourceServerInfo: () => ({
          scope: 'profiles:read',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
          accessTokenTTL: 3_600,
        }),
      },
    },
  })
  const server = createServer(provider.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
})
