import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** What a test does and reads on the host's page. */
export type CardHost = {
  open: (address: string, context: Parameters<AppBridge['setHostContext']>[0]) => Promise<void>
  bridge: AppBridge
  /** Heights that the card requested; the last one is in force. */
  sizes: number[]
  /** Messages that the host's library could not parse, and the methods of those that it received. */
  faults: string[]
  methods: string[]
}

/*
 * A host of MCP Apps, built with the protocol's own library: the card runs in a frame with an opaque origin that may
 * only run scripts. It is bundled into the test's page.
 */
const frame = document.createElement('iframe')
frame.setAttribute('sandbox', 'allow-scripts')
frame.title = 'Results card'
frame.style.cssText = 'display:block;inline-size:100%;block-size:200px;border:0'
document.body.append(frame)

const host: CardHost = {
  bridge: newBridge({}),
  sizes: [],
  faults: [],
  methods: [],
  async open(address, context) {
    const bridge = newBridge(context)
    host.bridge = bridge
    bridge.onerror = (error) => host.faults.push(error.message)
    bridge.addEventListener('sizechange', ({ height = 0 }) => {
      host.sizes.push(height)
      frame.style.blockSize = `${height}px`
    })
    const ready = new Promise<void>((resolve) => bridge.addEventListener('initialized', () => resolve()))
    const there = frame.contentWindow as Window
    await bridge.connect(new PostMessageTransport(there, there))
    frame.src = address
    await ready
  },
}
addEventListener('message', ({ data }) => {
  if (data?.method) host.methods.push(data.method)
})
Object.assign(globalThis, { host })

function newBridge(hostContext: Parameters<CardHost['open']>[1]): AppBridge {
  return new AppBridge(null, { name: 'test host', version: '1' }, { openLinks: {} }, { hostContext })
}
