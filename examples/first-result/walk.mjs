// Invites an invented person, lets them answer, receives the signed webhook, and reads the result.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Timbre } from '@timbre/sdk'
import { verifyWebhook } from '@timbre/sdk/webhooks'

const { TIMBRE_URL: baseUrl, TIMBRE_CLIENT_ID: clientId, TIMBRE_CLIENT_SECRET: clientSecret } = process.env
const timbre = new Timbre({ baseUrl, clientId, clientSecret })

// An endpoint on this machine. One that hears of people also hears of deletions.
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}/hooks`
const { webhook } = await timbre.webhooks.create({ url, types: ['profile.completed', 'profile.deleted'] })
const received = new Promise((resolve) => {
  server.on('request', async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray())
      resolve(await verifyWebhook(body, request.headers, webhook.secret))
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  })
})

const email = `ada-${Date.now()}@sandbox.test`
const { profile } = await timbre.profiles.create({ email, firstName: 'Ada' })
await timbre.invites.sendByEmail(profile.id)
await timbre.sandbox.complete({ profileId: profile.id, persona: 'driving', seed: 7 })

const event = await received
const { profile: person } = await timbre.profiles.get(event.data.profileId)
console.log(`${event.type}: ${person.firstName} leads with ${person.disc.style}`)

await timbre.webhooks.delete(webhook.id)
server.close()
